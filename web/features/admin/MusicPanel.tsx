import { type FormEvent, useRef } from 'react'
import type { Track } from '../../../api/contract/music'
import { adminApi } from '../../api-client/client'
import { deleteOnce } from '../../api-client/problem'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import styles from './Admin.module.css'
import { ConflictDialog } from './ConflictDialog'
import { type TrackDraft, useDrafts } from './drafts.store'
import { FormActions, FormNotice } from './FormFoot'
import { ItemList } from './ItemList'
import { forgetRecordKey, recordKey } from './record-key'
import { uploadTrack } from './upload'
import { useSaving } from './use-saving'
import { useStoring } from './use-storing'
import { WordField } from './WordField'

interface MusicPanelProps {
  tracks: readonly Track[]
  /** Called after each change, to read the list anew. */
  onChanged: () => Promise<void>
}

const describe = ({ name, artist, location }: Pick<Track, 'name' | 'artist' | 'location'>) =>
  `${name} by ${artist} at ${location}`

const words = ['name', 'artist', 'location'] as const

const isSame = (draft: TrackDraft, track: Track) =>
  (!draft.file || draft.file.size === track.size) &&
  words.every((word) => draft[word].trim() === track[word])

/** What of a draft makes it the same record when it is sent again. */
const contentOf = ({ file, ...draft }: TrackDraft) =>
  JSON.stringify([...words.map((word) => draft[word]), file?.name, file?.size, file?.lastModified])

export function MusicPanel({ tracks, onChanged }: MusicPanelProps) {
  const { track: draft, typeTrack, editTrack, clearTrack, upload, setUpload } = useDrafts()
  const { isBusy, message, errors, save, forget } = useSaving()
  const form = useRef<HTMLFormElement>(null)

  async function send(sent: TrackDraft): Promise<Track> {
    const fields = new FormData()
    for (const word of words) fields.set(word, sent[word])
    if (sent.file) fields.set('mp3File', sent.file)
    const abort = new AbortController()
    const showProgress = (progress: number | undefined) =>
      setUpload({ progress: sent.file && progress, cancel: () => abort.abort() })
    showProgress(0)
    try {
      const { editId, version } = sent
      const options = {
        editId,
        version,
        key: recordKey('track', contentOf(sent)),
        signal: abort.signal,
      }
      return (await uploadTrack(fields, { ...options, onProgress: showProgress })).music
    } finally {
      setUpload(undefined)
    }
  }

  const { store, conflict, forgetConflict } = useStoring<TrackDraft, Track>({
    send,
    isSame,
    isComplete: ({ file }) => file !== undefined,
  })

  const saveDraft = (sent: TrackDraft) =>
    void save('The track could not be saved.', async () => {
      const track = await store(sent)
      if (!track) return
      forgetRecordKey('track')
      clear()
      await onChanged()
      return `${sent.editId ? 'Updated' : 'Added'}: ${describe(track)}`
    })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!upload) saveDraft(draft)
  }

  function keepMine() {
    forgetConflict()
    const { name, artist, location, file } = draft
    if (conflict?.kind === 'changed') saveDraft({ ...draft, version: conflict.current.version })
    else saveDraft({ name, artist, location, file })
  }

  function takeTheirs() {
    forgetConflict()
    clear()
    void onChanged()
  }

  const remove = (track: Track) =>
    save('The track could not be deleted.', async () => {
      await deleteOnce(adminApi().delete(`api/music/${track._id}`))
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
          <div className={`${styles.wide} ${styles.progress}`} ref={bringIntoSight}>
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
      {conflict && (
        <ConflictDialog
          noun="track"
          rows={conflict.kind === 'changed' ? rows(draft, conflict.current) : undefined}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
          onCancel={forgetConflict}
        />
      )}
    </div>
  )
}

/** Stable, so that React calls it once, when the element appears. */
const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })

const rows = (draft: TrackDraft, theirs: Track) => [
  { label: 'Name', mine: draft.name, theirs: theirs.name },
  { label: 'Artist', mine: draft.artist, theirs: theirs.artist },
  { label: 'Location', mine: draft.location, theirs: theirs.location },
  {
    label: 'Mp3 file',
    mine: draft.file?.name ?? draft.currentFile ?? '',
    theirs: theirs.fileName,
  },
]
