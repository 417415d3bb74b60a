import { useMemo, useRef, useState } from 'react'
import { FormActions, FormNotice } from '../panel/FormFoot'
import { RecordForm } from '../panel/Panel'
import { type ListedShow, useDrafts } from '../records/drafts.store'
import { RecordFields } from '../records/RecordFields'
import { showFields } from '../records/record-fields'
import { knownPlaces, rememberedAt } from './known-places'
import { basicNames, ShowDetails, stateNames } from './ShowDetails'
import { describeShow } from './show-change'
import { type Plans, showHints } from './show-hints'
import type { useShowRecord } from './use-show-record'

/** Headings of the form for a new show, by visibility. */
const newHeadings: Readonly<Record<string, string>> = {
  draft: 'New draft',
  private: 'New private show',
}

interface ShowFormProps {
  record: ReturnType<typeof useShowRecord>
  shows: readonly ListedShow[]
  away: Plans['away']
  today: string
}

/** The form for a new show, or for the one that is being edited. */
export function ShowForm({ record, shows, away, today }: ShowFormProps) {
  const { show: draft, type } = useDrafts()
  const { isBusy, errors, submit } = record
  const suggestions = useMemo(() => knownPlaces(shows), [shows])
  /** The values that known venues have filled in, by the id of the draft. */
  const filled = useRef(new Map<string | undefined, ReturnType<typeof rememberedAt>>())
  const hints = showHints(draft, { shows, away }, today)
  const [isUploading, setUploading] = useState(false)
  return (
    <RecordForm
      ref={record.form}
      editedName={draft.original && describeShow(draft.original)}
      isAdding={record.isAdding}
      newHeading={newHeadings[draft.visibility] ?? 'New show'}
      lastChange={draft.original?.lastChange}
      errors={errors}
      onSubmit={() => !isUploading && submit()}
    >
      <RecordFields
        fields={showFields}
        names={draft.editId ? [...stateNames, ...basicNames] : basicNames}
        values={draft}
        hints={hints}
        suggestions={suggestions}
        onType={(name, value) => {
          const isNewVenue = name === 'venue' && !draft.editId
          const earlier = filled.current.get(draft.draftId) ?? {}
          const known = isNewVenue ? rememberedAt(value, shows, draft, earlier) : {}
          filled.current.set(draft.draftId, { ...earlier, ...known })
          type('show', { [name]: value, ...known })
        }}
      />
      <ShowDetails
        // A new key closes the details for the next show.
        key={record.formRevision}
        draft={draft}
        firstField={record.firstField}
        errors={errors}
        hints={hints}
        suggestions={suggestions}
        onType={(changes) => type('show', changes)}
        isSaving={isBusy}
        isUploading={isUploading}
        setUploading={setUploading}
      />
      <FormNotice message={record.problem} />
      <FormActions
        submit={draft.editId ? 'Update Show' : 'Add Show'}
        isBusy={isBusy || isUploading}
        onCancel={record.cancel}
      />
    </RecordForm>
  )
}
