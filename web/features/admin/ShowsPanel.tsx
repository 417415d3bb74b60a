import { useRef, useState } from 'react'
import type { AdminShow, Poster, Show, ShowBody } from '../../../api/contract/shows'
import { call } from '../../api-client/call'
import { adminApi, ofVersion, withIdempotencyKey } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { ConflictDialog } from './ConflictDialog'
import { type ListedShow, type ShowDraft, useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { Panel, RecordForm } from './Panel'
import { RecordFields } from './RecordFields'
import { bodyOf, conflictRows, hasSameTexts, showFields } from './record-fields'
import { recordKey } from './record-key'
import { ShowActions } from './ShowActions'
import { basicNames, ShowDetails } from './ShowDetails'
import { showMarks } from './show-marks'
import { showForm, useRecordForm } from './use-record-form'

interface ShowsPanelProps {
  shows: readonly ListedShow[]
  formatDate: (date: string) => string
  /** Called after each change, to read the list again. */
  onChanged: () => Promise<void>
}

export function ShowsPanel({ shows, formatDate, onChanged }: ShowsPanelProps) {
  const { show: draft, typeShow, editShow, rebaseShow, clearShow } = useDrafts()
  const form = useRef<HTMLFormElement>(null)
  const describe = ({ date, venue, city }: Show) => `${formatDate(date)} at ${venue}, ${city}`
  const [isUploading, setUploading] = useState(false)
  const [chosen, setChosen] = useState<ListedShow>()
  const { isBusy, message, errors, save, clearMessages, submit, remove, conflict } = useRecordForm<
    ShowDraft,
    ListedShow,
    AdminShow
  >({
    ...{ kind: 'show', draft, send, describe, onChanged },
    remove: ({ _id: id }) =>
      deleteOnce(call(adminApi(), 'DELETE /api/shows/{id}', { parameters: { id } })),
    isSame: (typed, show) =>
      hasSameTexts(showFields, typed, show) && isSamePoster(typed.poster, show.poster),
    isComplete: () => true,
    clear: clearShow,
  })

  function edit(show: ListedShow) {
    editShow(show)
    clearMessages()
    showForm(form.current)
  }

  /** Changes some fields of a show without the form. */
  function change(show: ListedShow, fields: Pick<ShowBody, 'status' | 'visibility'>) {
    setChosen(undefined)
    const { _id: id, date, venue, city, version } = show
    void save('The show could not be changed.', async () => {
      const json = { date, venue, city, ...fields }
      const options = { parameters: { id }, json, ...ofVersion(version) }
      try {
        const stored = await call(adminApi(), 'PUT /api/shows/{id}', options)
        if (draft.editId === id) rebaseShow(stored.show)
        return `Updated: ${describe(show)}`
      } finally {
        // After a conflict, too, so that the next attempt is based on the current version.
        await onChanged()
      }
    })
  }

  function postpone(show: ListedShow) {
    setChosen(undefined)
    edit(show)
    typeShow({ status: 'postponed' })
  }

  return (
    <Panel title="Admin Page">
      <RecordForm
        ref={form}
        onSubmit={(event) => (isUploading ? event.preventDefault() : submit(event))}
      >
        <RecordFields
          fields={showFields}
          names={basicNames}
          values={draft}
          errors={errors}
          onType={(name, value) => typeShow({ [name]: value })}
        />
        <ShowDetails
          draft={draft}
          errors={errors}
          onType={typeShow}
          isUploading={isUploading}
          setUploading={setUploading}
        />
        <FormActions
          submit={draft.editId ? 'Update Show' : 'Add Show'}
          isBusy={isBusy || isUploading}
          onCancel={draft.editId ? clearShow : undefined}
        />
        <FormNotice message={message} />
      </RecordForm>
      <ItemList
        items={shows}
        noun="show"
        describe={describe}
        marksOf={showMarks}
        editId={draft.editId}
        onEdit={edit}
        onDelete={remove}
        onMore={setChosen}
      />
      {chosen && (
        <ShowActions
          show={chosen}
          description={describe(chosen)}
          onStatus={(status) => change(chosen, { status })}
          onPublish={() => change(chosen, { visibility: 'public' })}
          onPostpone={() => postpone(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          noun="show"
          rows={
            conflict.current && [
              ...conflictRows(showFields, draft, conflict.current, (value, { type, choices }) =>
                type === 'date' ? formatDate(value) : (choices?.[value] ?? value),
              ),
              {
                label: 'Poster',
                mine: draft.poster?.alt ?? '',
                theirs: conflict.current.poster?.alt ?? '',
              },
            ]
          }
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

const isSamePoster = (one: Poster | undefined, other: Poster | undefined) =>
  one?.src === other?.src && one?.alt.trim() === other?.alt

async function send({ editId, version, original, poster, ...typed }: ShowDraft) {
  const json: ShowBody = {
    ...bodyOf(showFields, typed, original),
    ...(poster && { poster }),
    // An empty text clears a field, whatever the field contains.
    ...(!poster && original?.poster && { poster: '' as never }),
  }
  const sending = editId
    ? call(adminApi(), 'PUT /api/shows/{id}', {
        ...{ parameters: { id: editId }, json },
        ...ofVersion(version),
      })
    : call(adminApi(), 'POST /api/shows', {
        json,
        ...withIdempotencyKey(recordKey('show', JSON.stringify(json))),
      })
  return (await sending).show
}
