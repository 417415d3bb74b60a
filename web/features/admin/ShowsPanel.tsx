import { type FormEvent, useRef } from 'react'
import type { Show, ShowAnswer } from '../../../api/contract/shows'
import { adminApi } from '../../http/client'
import { TextField } from '../../ui/Field'
import styles from './Admin.module.css'
import { useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { useSaving } from './use-saving'
import { WordField } from './WordField'

interface ShowsPanelProps {
  shows: readonly Show[]
  /** The day as people read it. */
  formatDate: (day: string) => string
  /** Called after each change, to read the list anew. */
  onChanged: () => Promise<void>
}

export function ShowsPanel({ shows, formatDate, onChanged }: ShowsPanelProps) {
  const { show: draft, typeShow, editShow, clearShow } = useDrafts()
  const { isBusy, message, errors, save, forget } = useSaving()
  const form = useRef<HTMLFormElement>(null)
  const describe = ({ date, venue, city }: Show) => `${formatDate(date)} at ${venue}, ${city}`

  function submit(event: FormEvent) {
    event.preventDefault()
    const { editId, ...body } = draft
    void save('The show could not be saved.', async () => {
      const api = adminApi()
      const answer = editId
        ? api.put(`api/shows/${editId}`, { json: body })
        : api.post('api/shows', { json: body })
      const { show } = await answer.json<ShowAnswer>()
      clearShow()
      await onChanged()
      return `${editId ? 'Updated' : 'Added'}: ${describe(show)}`
    })
  }

  const remove = (show: Show) =>
    save('The show could not be deleted.', async () => {
      await adminApi().delete(`api/shows/${show._id}`)
      if (draft.editId === show._id) clearShow()
      await onChanged()
      return `Deleted: ${describe(show)}`
    })

  function edit(show: Show) {
    editShow(show)
    forget()
    form.current?.querySelector('input')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }

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
    </div>
  )
}
