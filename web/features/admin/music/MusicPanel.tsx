import { type ReactNode, useRef } from 'react'
import type { AdminTrack as Track, TrackFields } from '../../../../api/contract/music'
import { shareTarget } from '../../../../api/shared/share-target'
import type { ListedTrack } from '../../../api-client/lists'
import { QuietButton } from '../../../ui/Button'
import { QuietLink } from '../../../ui/ButtonLink'
import { TextField } from '../../../ui/Field'
import type { Submitted } from '../changes/changes.store'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { Actions, NewRecord, Panel, Panes, RecordForm, SideNote, WholeRow } from '../panel/Panel'
import { UploadProgress } from '../panel/UploadProgress'
import { RecordConflictDialog } from '../records/ConflictDialog'
import { draftOf, type TrackDraft, useDrafts } from '../records/drafts.store'
import { ItemList } from '../records/ItemList'
import { RecordFields } from '../records/RecordFields'
import { conflictRows, hasSameTexts, mergeTexts, trackFields } from '../records/record-fields'
import { formOf, recordKey } from '../records/record-key'
import { useRecordForm } from '../records/use-record-form'
import type { ListUpdates, Merged } from '../records/use-storing'
import { readTags } from '../uploads/read-tags'
import { TrackUploads } from '../uploads/TrackUploads'
import { whyNotMp3 } from '../uploads/upload-queue'
import { CurrentFile } from './CurrentFile'
import { TrackOrder } from './TrackOrder'
import { uploadTrack } from './track-upload'
import { focusIds, useTrackOrder } from './use-track-order'

interface MusicPanelProps extends ListUpdates<Track> {
  tracks: readonly ListedTrack[]
  /** Renders the sleeve of a track, which is a part of the visitors' pages. */
  sleeveOf: (track: Track) => ReactNode
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
}

const fieldNames = Object.keys(trackFields) as (keyof TrackFields)[]
/** Those that are asked for before the file. */
const requiredNames = fieldNames.filter((name) => !trackFields[name].isOptional)
const optionalNames = fieldNames.filter((name) => trackFields[name].isOptional)

const describe = ({ name, artist, location }: Pick<TrackFields, 'name' | 'artist' | 'location'>) =>
  `${name} by ${artist} at ${location}`

/** The tracks of the band, their order, their form, and the upload of many at once. */
export function MusicPanel(props: MusicPanelProps) {
  const { tracks, sleeveOf, notice, onStored, onRemoved } = props
  const { track: draft, begin, editRecord, upload } = useDrafts()
  const edited = tracks.find(({ _id }) => _id === draft.editId)
  const record = useRecordForm<TrackDraft, Track, Track>({
    kind: 'track',
    send,
    nameOf: ({ name }) => name,
    // The file input is uncontrolled, so only a reset clears it.
    onClear: () => form.current?.reset(),
    onStored,
    onRemoved,
    isSame: (typed, track) =>
      (typed.file
        ? typed.file.size === track.size && typed.original?.mp3FilePath !== track.mp3FilePath
        : !typed.chosenFile) && hasSameTexts(trackFields, typed, track),
    isComplete: ({ file }) => file !== undefined,
    merge: mergeTrack,
    // The site does not keep a file that was replaced.
    undoOf: (track, { file }) => (file ? undefined : draftOf.track(track)),
  })
  const { form, remove } = record
  const order = useTrackOrder(tracks, record.saving)

  /** Puts another track, or a new one, into the form. */
  function fill(track: Track | undefined) {
    if (draft.editId !== track?._id) form.current?.reset()
    if (track) editRecord('track', track)
    else begin('track')
  }

  return (
    <Panel title="Admin Page Music">
      <Panes>
        <Actions>
          {!order.isOpen && (
            <NewRecord onClick={() => record.open(() => fill(undefined))}>New track</NewRecord>
          )}
          {!order.isOpen && (
            <QuietLink to="." hash={shareTarget.hash}>
              Several at once
            </QuietLink>
          )}
          {tracks.length > 1 && !order.isOpen && (
            <QuietButton id={focusIds.closed} onClick={order.open}>
              Change the order
            </QuietButton>
          )}
        </Actions>
        {order.isOpen ? (
          <TrackOrder order={order} />
        ) : (
          <ItemList
            items={tracks}
            noun="track"
            notice={notice}
            describe={describe}
            renderText={({ name, artist, location }) => (
              <>
                <span data-field="name">{name}</span> by <span data-field="artist">{artist}</span>{' '}
                at <span data-field="location">{location}</span>
              </>
            )}
            renderLead={sleeveOf}
            editId={draft.editId}
            onEdit={(track, field) => record.open(() => fill(track), track, field)}
            onDelete={remove}
            marksOf={({ isDraft }) => [['draft', isDraft && 'Draft']]}
          />
        )}
        <TrackForm record={record} edited={edited} />
        <RecordNotice
          message={upload?.progress === undefined ? record.notice : undefined}
          onClose={record.clearMessages}
        />
      </Panes>
      <TrackUploads stored={tracks} />
      <RecordConflictDialog noun="track" conflict={record.conflict} rowsOf={rows} />
    </Panel>
  )
}

interface TrackFormProps {
  record: ReturnType<typeof useRecordForm<TrackDraft, Track, Track>>
  /** The track that is being edited, if the list has it. */
  edited: Track | undefined
}

function TrackForm({ record, edited }: TrackFormProps) {
  const { track: draft, type, upload } = useDrafts()
  const { form, isBusy, errors, submit } = record
  /** Why the chosen file is not an mp3. */
  const refusal = draft.file && whyNotMp3(draft.file)

  /** The texts that were filled in from the tags of a file, by the id of the draft; those of its next file replace them. */
  const fromTags = useRef(new Map<string | undefined, Partial<Record<keyof TrackFields, string>>>())

  /** Takes a file, and for a new track the texts of its tags into the empty fields. */
  async function chooseFile(file: File | undefined) {
    type('track', { file, chosenFile: file?.name })
    if (!file || whyNotMp3(file) || draft.editId) return
    const { fields = {} } = await readTags(file)
    const { track, upload: begun } = useDrafts.getState()
    if (track.file !== file || begun) return
    const earlier = fromTags.current.get(track.draftId)
    const isFree = (name: keyof TrackFields) => ['', earlier?.[name]].includes(track[name])
    const texts = fieldNames.filter(isFree).map((name) => [name, fields[name] ?? ''])
    fromTags.current.set(track.draftId, fields)
    type('track', Object.fromEntries(texts))
  }

  function cancelUpload() {
    upload?.cancel()
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }

  const common = {
    fields: trackFields,
    values: draft,
    onType: (name: keyof TrackFields, value: string) => type('track', { [name]: value }),
  }
  return (
    <RecordForm
      ref={form}
      errors={errors}
      editedName={draft.editId && describe(edited ?? draft)}
      isAdding={record.isAdding}
      newHeading="New track"
      lastChange={edited?.lastChange}
      onSubmit={() => {
        if (refusal) form.current?.querySelector<HTMLElement>('[name="mp3File"]')?.focus()
        else if (!upload) submit()
      }}
    >
      <RecordFields names={requiredNames} {...common} />
      <FileField draft={draft} error={refusal} onChoose={(file) => void chooseFile(file)} />
      <RecordFields names={optionalNames} {...common} />
      <FormNotice message={record.problem} />
      <FormActions
        submit={draft.editId ? 'Update Music' : 'Add Music'}
        isBusy={isBusy || upload !== undefined}
        onCancel={upload ? undefined : record.cancel}
      />
      {upload?.progress !== undefined && (
        <UploadProgress progress={upload.progress} onCancel={cancelUpload} />
      )}
    </RecordForm>
  )
}

interface FileFieldProps {
  draft: TrackDraft
  error: string | undefined
  onChoose: (file: File | undefined) => void
}

const FileField = ({ draft, error, onChoose }: FileFieldProps) => (
  <WholeRow>
    <TextField
      label="Mp3 file"
      name="mp3File"
      type="file"
      accept="audio/mpeg,.mp3"
      onChange={({ currentTarget: { files } }) => onChoose(files?.[0])}
      error={error}
    />
    {draft.editId && draft.currentFile && (
      <CurrentFile
        key={draft.original?.mp3FilePath}
        trackId={draft.editId}
        name={draft.currentFile}
      />
    )}
    {draft.file && <SideNote>Chosen file: {draft.file.name}</SideNote>}
    {draft.chosenFile && !draft.file && (
      <SideNote>The page was reloaded. Please choose {draft.chosenFile} again.</SideNote>
    )}
  </WholeRow>
)

async function send(draft: TrackDraft): Promise<Submitted<Track>> {
  const { file, editId, version } = draft
  const fields = new FormData()
  // An optional field is sent if it has a text, or if its text was cleared.
  for (const name of fieldNames)
    if (!trackFields[name].isOptional || draft[name] || draft.original?.[name] !== undefined)
      fields.set(name, draft[name])
  // A new track without a file sends an empty file field, as a native form does, so that the server's error is shown at
  // that field.
  if (file || !editId) fields.set('mp3File', file ?? new File([], ''))
  const abort = new AbortController()
  const onProgress = (progress: number) =>
    useDrafts.setState({ upload: { progress: file && progress, cancel: () => abort.abort() } })
  onProgress(0)
  try {
    const key = recordKey(formOf('track', editId), contentOf(draft))
    const options = { editId, version, key, onProgress, signal: abort.signal }
    return { stored: (await uploadTrack(fields, options)).music }
  } finally {
    useDrafts.setState({ upload: undefined })
  }
}

/** The content of a draft that determines its Idempotency-Key. */
const contentOf = ({ file, ...draft }: TrackDraft) =>
  JSON.stringify([
    ...fieldNames.map((fieldName) => draft[fieldName]),
    file?.name,
    file?.size,
    file?.lastModified,
  ])

/** Merges a draft into a newer version of its track. */
function mergeTrack(typed: TrackDraft, current: Track): Merged<TrackDraft> {
  const { original = current, file } = typed
  const { texts, overlaps } = mergeTexts(trackFields, typed, original, current)
  return {
    changes: { ...texts, currentFile: current.fileName },
    overlaps: overlaps || (file !== undefined && current.mp3FilePath !== original.mp3FilePath),
  }
}

const rows = (draft: TrackDraft, theirs: Track) => [
  ...conflictRows(trackFields, draft, theirs),
  { label: 'Mp3 file', mine: draft.file?.name ?? draft.currentFile ?? '', theirs: theirs.fileName },
]
