import { useRef } from 'react'
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

  return (
    <Panel title="Admin Page">
      <RecordForm ref={form} onSubmit={submit}>
        <RecordFields
          fields={showFields}
          names={basicNames}
          values={draft}
          errors={errors}
          onType={(name, value) => typeShow({ [name]: value })}
        />
        <ShowDetails draft={draft} errors={errors} onType={typeShow} />
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
        marksOf={showMarks}
        editId={draft.editId}
        onEdit={edit}
        onDelete={remove}
      />
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
