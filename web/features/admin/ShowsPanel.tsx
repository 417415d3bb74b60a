import { type FormEvent, useRef } from 'react'
import type { AdminShow, Show, ShowResponse } from '../../../api/contract/shows'
import { adminApi, ofVersion, underKey } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { TextField } from '../../ui/Field'
import styles from './Admin.module.css'
import { ConflictDialog } from './ConflictDialog'
import { type ListedShow, type ShowDraft, useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { forgetRecordKey, recordKey } from './record-key'
import { useSaving } from './use-saving'
import { useStoring } from './use-storing'
import { WordField } from './WordField'

interface ShowsPanelProps {
  shows: readonly ListedShow[]
  /** The day as people read it. */
  formatDate: (day: string) => string
  /** Called after each change, to read the list anew. */
  onChanged: () => Promise<void>
}

const isSame = (draft: ShowDraft, show: Show) =>
  draft.date === show.date && draft.venue.trim() === show.venue && draft.city.trim() === show.city

export function ShowsPanel({ shows, formatDate, onChanged }: ShowsPanelProps) {
  const { show: draft, typeShow, editShow, clearShow } = useDrafts()
  const { isBusy, message, errors, save, forget } = useSaving()
  const form = useRef<HTMLFormElement>(null)
  const describe = ({ date, venue, city }: Show) => `${formatDate(date)} at ${venue}, ${city}`

  async function send({ editId, version, ...body }: ShowDraft): Promise<AdminShow> {
    const answer = editId
      ? adminApi().put(`api/shows/${editId}`, { json: body, ...ofVersion(version) })
      : adminApi().post('api/shows', {
          json: body,
          ...underKey(recordKey('show', JSON.stringify(body))),
        })
    return (await answer.json<ShowResponse>()).show
  }

  const { store, conflict, forgetConflict } = useStoring<ShowDraft, AdminShow>({
    send,
    isSame,
    isComplete: () => true,
  })

  const saveDraft = (sent: ShowDraft) =>
    void save('The show could not be saved.', async () => {
      const show = await store(sent)
      if (!show) return
      forgetRecordKey('show')
      clearShow()
      await onChanged()
      return `${sent.editId ? 'Updated' : 'Added'}: ${describe(show)}`
    })

  function submit(event: FormEvent) {
    event.preventDefault()
    saveDraft(draft)
  }

  function keepMine() {
    forgetConflict()
    const { date, venue, city } = draft
    if (conflict?.kind === 'changed') saveDraft({ ...draft, version: conflict.current.version })
    else saveDraft({ date, venue, city })
  }

  function takeTheirs() {
    forgetConflict()
    clearShow()
    void onChanged()
  }

  const remove = (show: Show) =>
    save('The show could not be deleted.', async () => {
      await deleteOnce(adminApi().delete(`api/shows/${show._id}`))
      if (draft.editId === show._id) clearShow()
      await onChanged()
      return `Deleted: ${describe(show)}`
    })

  function edit(show: ListedShow) {
    editShow(show)
    forget()
    form.current?.querySelector('input')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }

  const rows = (theirs: Show) => [
    { label: 'Date', mine: formatDate(draft.date), theirs: formatDate(theirs.date) },
    { label: 'Venue', mine: draft.venue, theirs: theirs.venue },
    { label: 'City', mine: draft.city, theirs: theirs.city },
  ]

  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1}>Admin Page</h1>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <TextField
          label="Date"
          type="date"
          value={draft.date}
          onChange={(event) => typeShow({ date: event.currentTarget.value })}
          error={errors['date']}
          required
        />
        <WordField
          label="Venue"
          value={draft.venue}
          error={errors['venue']}
          onType={(venue) => typeShow({ venue })}
        />
        <WordField
          label="City"
          value={draft.city}
          error={errors['city']}
          onType={(city) => typeShow({ city })}
        />
        <FormActions
          submit={draft.editId ? 'Update Show' : 'Add Show'}
          isBusy={isBusy}
          onCancel={draft.editId ? clearShow : undefined}
        />
        <FormNotice message={message} />
      </form>
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
          rows={conflict.kind === 'changed' ? rows(conflict.current) : undefined}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
          onCancel={forgetConflict}
        />
      )}
    </div>
  )
}
