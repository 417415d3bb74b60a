import { type FormEvent, useRef } from 'react'
import type { Track } from '../../../api/contract/music'
import { adminApi } from '../../http/client'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import styles from './Admin.module.css'
import { useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { uploadTrack } from './upload'
import { useSaving } from './use-saving'
import { WordField } from './WordField'

interface MusicPanelProps {
  tracks: readonly Track[]
  /** Called after each change, to read the list anew. */
  onChanged: () => Promise<void>
}

const describe = ({ name, artist, location }: Pick<Track, 'name' | 'artist' | 'location'>) =>
  `${name} by ${artist} at ${location}`

export function MusicPanel({ tracks, onChanged }: MusicPanelProps) {
  const { track: draft, typeTrack, editTrack, clearTrack, upload, setUpload } = useDrafts()
  const { isBusy, message, errors, save, forget } = useSaving()
  const form = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (upload) return
    const { editId, file } = draft
    void save('The track could not be saved.', async () => {
      const fields = new FormData()
      for (const field of ['name', 'artist', 'location'] as const) fields.set(field, draft[field])
      if (file) fields.set('mp3File', file)
      const abort = new AbortController()
      const tell = (progress: number | undefined) =>
        setUpload({ progress: file && progress, cancel: () => abort.abort() })
      tell(0)
      try {
        const { music } = await uploadTrack(fields, {
          editId,
          onProgress: tell,
          signal: abort.signal,
        })
        clear()
        await onChanged()
        return `${editId ? 'Updated' : 'Added'}: ${describe(music)}`
      } finally {
        setUpload(undefined)
      }
    })
  }

  const remove = (track: Track) =>
    save('The track could not be deleted.', async () => {
      await adminApi().delete(`api/music/${track._id}`)
      if (draft.editId === track._id) clear()
      await onChanged()
      return `Deleted: ${describe(track)}`
    })

  function cancelUpload() {
    upload?.cancel()
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }

  function clear() {
    clearTrack()
    // A file input can't be cleared by its value.
    form.current?.reset()
  }

  function edit(track: Track) {
    form.current?.reset()
    editTrack(track)
    forget()
    form.current?.querySelector('input')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className={styles.panel}>
      <h1 tabIndex={-1}>Admin Page Music</h1>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <WordField
          label="Name"
          value={draft.name}
          error={errors['name']}
          onType={(name) => typeTrack({ name })}
        />
        <WordField
          label="Artist"
          value={draft.artist}
          error={errors['artist']}
          onType={(artist) => typeTrack({ artist })}
        />
        <WordField
          label="Location"
          value={draft.location}
          error={errors['location']}
          onType={(location) => typeTrack({ location })}
        />
        <div className={styles.wide}>
          <TextField
            label="Mp3 file"
            type="file"
            accept="audio/mpeg,.mp3"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              typeTrack({ file })
            }}
            error={errors['mp3File']}
          />
          {draft.currentFile && <p className={styles.current}>Current file: {draft.currentFile}</p>}
          {draft.file && <p className={styles.current}>Chosen file: {draft.file.name}</p>}
        </div>
        <FormActions
          submit={draft.editId ? 'Update Music' : 'Add Music'}
          isBusy={isBusy || upload !== undefined}
          onCancel={draft.editId && !upload ? clear : undefined}
        />
        {upload?.progress !== undefined && (
          <div className={`${styles.wide} ${styles.progress}`}>
            <progress aria-label="Upload" value={upload.progress} max={1} />
            <span>{Math.round(upload.progress * 100)} %</span>
            <Button look="quiet" onClick={cancelUpload}>
              Cancel upload
            </Button>
          </div>
        )}
        <FormNotice message={message} />
      </form>
      <ItemList
        items={tracks}
        noun="track"
        describe={describe}
        editId={draft.editId}
        onEdit={edit}
        onDelete={remove}
      />
    </div>
  )
}
