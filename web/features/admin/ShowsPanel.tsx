import { useRef } from 'react'
import type { AdminShow, Show } from '../../../api/contract/shows'
import { call } from '../../api-client/call'
import { adminApi, ofVersion, withIdempotencyKey } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { ConflictDialog } from './ConflictDialog'
import { type ListedShow, type ShowDraft, useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { Panel, RecordForm } from './Panel'
import { RecordFields } from './RecordFields'
import { conflictRows, hasSameTexts, showFields } from './record-fields'
import { recordKey } from './record-key'
import { showForm, useRecordForm } from './use-record-form'

interface ShowsPanelProps {
  shows: readonly ListedShow[]
  formatDate: (date: string) => string
  /** Called after each change, to read the list again. */
  onChanged: () => Promise<void>
}

export function ShowsPanel({ shows, formatDate, onChanged }: ShowsPanelProps) {
  const { show: draft, typeShow, editShow, clearShow } = useDrafts()
  const form = useRef<HTMLFormElement>(null)
  const describe = ({ date, venue, city }: Show) => `${formatDate(date)} at ${venue}, ${city}`
  const { isBusy, message, errors, clearMessages, submit, remove, conflict } = useRecordForm<
    ShowDraft,
    ListedShow,
    AdminShow
  >({
    ...{ kind: 'show', draft, send, describe, onChanged },
    remove: ({ _id: id }) =>
      deleteOnce(call(adminApi(), 'DELETE /api/shows/{id}', { parameters: { id } })),
    isSame: (typed, show) => hasSameTexts(showFields, typed, show),
    isComplete: () => true,
    clear: clearShow,
  })

  function edit(show: ListedShow) {
    editShow(show)
    clearMessages()
    showForm(form.current)
  }

  return (
    <Panel title="Admin Page">
      <RecordForm ref={form} onSubmit={submit}>
        <RecordFields
          fields={showFields}
          values={draft}
          errors={errors}
          onType={(name, value) => typeShow({ [name]: value })}
        />
        <FormActions
          submit={draft.editId ? 'Update Show' : 'Add Show'}
          isBusy={isBusy}
          onCancel={draft.editId ? clearShow : undefined}
        />
        <FormNotice message={message} />
      </RecordForm>
      <ItemList
        items={shows}
        noun="show"
        describe={describe}
        editId={draft.editId}
        onEdit={edit}
        onDelete={remove}
      />
      {conflict && (
        <ConflictDialog
          noun="show"
          rows={
            conflict.current &&
            conflictRows(showFields, draft, conflict.current, (value, { type }) =>
              type === 'date' ? formatDate(value) : value,
            )
          }
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

async function send({ editId, version, ...json }: ShowDraft): Promise<AdminShow> {
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
