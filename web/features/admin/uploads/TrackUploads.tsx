import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TrackFields } from '../../../../api/contract/music'
import { comparable } from '../../../../api/shared/comparable'
import { counted } from '../../../../api/shared/counted'
import { shareTarget } from '../../../../api/shared/share-target'
import { useBand } from '../../../band/use-band'
import { useConnection } from '../../../offline/connection'
import { Button, QuietButton } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { fileSize } from '../../../ui/file-size'
import { Notice } from '../../../ui/Notice'
import { Actions, Section, SideNote } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { RecordFields } from '../records/RecordFields'
import { trackFields } from '../records/record-fields'
import { takeSharedFiles } from './shared-files'
import styles from './TrackUploads.module.css'
import {
  type ForAll,
  type NeededField,
  type NewTrack,
  neededFields,
  noFields,
  whyNotMp3,
} from './upload-queue'
import {
  cancelUpload,
  chooseFiles,
  pauseUpload,
  persistTrack,
  resumeUpload,
  resumeUploads,
  startUploads,
  typeFields,
  useUploads,
} from './uploads.store'

interface TrackUploadsProps {
  /** The tracks that are there already. */
  stored: readonly Pick<TrackFields, 'name' | 'artist'>[]
}

/** Many mp3s at once: chosen or dropped, with the fields of their tags, sent one after the other. */
export function TrackUploads({ stored }: TrackUploadsProps) {
  const { name: bandName } = useBand()
  const reload = useReload()
  const { tracks, uploadedCount } = useUploads()
  const hasFailed = location.search === shareTarget.failed
  const [refused, setRefused] = useState(hasFailed ? [notShared] : [])
  const chosen = tracks.filter(({ state }) => state === 'chosen')

  useEffect(() => void resumeUploads(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: shared files are there when the page is loaded
  useEffect(() => {
    void takeSharedFiles().then((files) => {
      // After a failure, only some of the files may be there.
      if (!hasFailed) choose(files)
    })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again for each stored track only
  useEffect(() => {
    if (uploadedCount > 0) void reload()
  }, [uploadedCount])

  function choose(files: Iterable<File>) {
    const all = [...files]
    setRefused(all.map(whyNotMp3).filter((reason) => reason !== undefined))
    void chooseFiles(all.filter((file) => whyNotMp3(file) === undefined))
  }

  return (
    <Section id={shareTarget.hash} title="Several at once">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen in the field */}
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          choose(event.dataTransfer.files)
        }}
      >
        <TextField
          label="Choose several tracks"
          type="file"
          data-hides-file-name
          accept="audio/mpeg,.mp3"
          multiple
          help="As many mp3s as you like, chosen or dropped here. They are still here after a reload or a lost connection, for two weeks or until you log out."
          onChange={({ currentTarget }) => {
            choose(currentTarget.files ?? [])
            currentTarget.value = ''
          }}
        />
        {refused.map((reason) => (
          <Notice key={reason} message={{ kind: 'problem', text: reason }} />
        ))}
        {tracks.length > 0 && (
          <ul className={styles.tracks}>
            {tracks.map((track) => (
              <TrackRow
                key={track.id}
                track={track}
                isStored={stored.some(isSame(track, bandName))}
              />
            ))}
          </ul>
        )}
        {chosen.length > 0 && <StartUploads chosen={chosen} />}
      </div>
      <p role="status">
        {uploadedCount > 0 && `Added: ${uploadedCount}.`}
        {uploadedCount > 0 && tracks.length > 0 && ` Not added yet: ${tracks.length}.`}
      </p>
    </Section>
  )
}

const notShared =
  'The shared files could not be stored on this phone. Please choose them here instead.'

/** Inputs for the fields that some chosen tracks lack, the choice of who hears them, and the button that starts the uploads. */
function StartUploads({ chosen }: { chosen: readonly NewTrack[] }) {
  // Offered as the artist.
  const { name: bandName } = useBand()
  const [forAll, setForAll] = useState<ForAll>({ artist: bandName, location: '', isDraft: '' })
  const [missing, setMissing] = useState<NeededField[]>([])
  const names = Object.keys(neededFields) as NeededField[]
  return (
    <form
      className={styles.forAll}
      onSubmit={(event) => {
        event.preventDefault()
        const section = event.currentTarget.closest('section')
        const lacking = startUploads(forAll)
        flushSync(() => setMissing(lacking))
        // Once no chosen track is left, this form is removed.
        const target = lacking.length > 0 ? '[aria-invalid="true"]' : 'input[type="file"]'
        section?.querySelector<HTMLElement>(target)?.focus()
      }}
    >
      {names
        .filter((name) => chosen.some(({ fields }) => fields[name] === ''))
        .map((name) => (
          <TextField
            key={name}
            label={neededFields[name]}
            value={forAll[name]}
            error={missing.includes(name) ? 'Some of the tracks need this.' : undefined}
            onChange={({ currentTarget: { value } }) => setForAll({ ...forAll, [name]: value })}
          />
        ))}
      <RecordFields
        fields={{ isDraft: trackFields.isDraft }}
        values={forAll}
        onType={(name, value) => setForAll({ ...forAll, [name]: value })}
      />
      <Button type="submit">{`Upload ${counted(chosen.length, 'track')}`}</Button>
    </form>
  )
}

const stateTexts: Record<NewTrack['state'], string> = {
  chosen: '',
  waiting: 'Waiting',
  sending: 'Uploading',
  paused: 'Paused',
  failed: 'Not uploaded',
}

/** Whether a track has the name and the artist of a new one, which is by the band if its tags name nobody. */
const isSame =
  ({ fields }: NewTrack, bandName: string) =>
  ({ name, artist }: Pick<TrackFields, 'name' | 'artist'>) =>
    comparable(name) === comparable(fields.name) &&
    comparable(artist) === comparable(fields.artist || bandName)

/** @param isStored whether a track of this name and artist is there already */
function TrackRow({ track, isStored }: { track: NewTrack; isStored: boolean }) {
  const { file, fields, cover, state, progress, problem } = track
  const [isOpen, setOpen] = useState(false)
  const isReachable = useConnection((connection) => connection.isReachable)
  const isStalled = state === 'sending' && !isReachable
  const name = fields.name || file.name
  const isEditable = state === 'chosen' || state === 'failed'
  return (
    <li className={styles.track}>
      <p>
        {cover && <img className={styles.cover} src={cover} width="48" height="48" alt="Cover" />}
        <strong>{name}</strong>
        {fields.artist && ` by ${fields.artist}`}
      </p>
      <SideNote>
        {[fileSize(file.size), isStalled ? 'Waiting for the network' : stateTexts[state]]
          .filter(Boolean)
          .join(' · ')}
        {state === 'sending' && ` · ${Math.round(progress * 100)} %`}
      </SideNote>
      {isEditable && isStored && (
        <SideNote>A track of this name is there already. Both are kept if you upload it.</SideNote>
      )}
      {!isEditable && <progress aria-label={`Upload of ${name}`} value={progress} max={1} />}
      {problem !== undefined && state === 'failed' && (
        <Notice message={{ kind: 'problem', text: problem }} />
      )}
      {isOpen && isEditable && <TrackFieldsEditor track={track} />}
      <TrackActions
        track={track}
        isOpen={isOpen}
        onToggle={isEditable ? () => setOpen(!isOpen) : undefined}
      />
    </li>
  )
}

const TrackFieldsEditor = ({ track: { id, file, fields } }: { track: NewTrack }) => (
  <fieldset
    className={styles.fields}
    aria-label={fields.name || file.name}
    onBlur={() => void persistTrack(id)}
  >
    <RecordFields
      fields={trackFields}
      names={Object.keys(noFields) as (keyof typeof noFields)[]}
      values={{ isDraft: '', ...fields }}
      onType={(field, value) => typeFields(id, { ...fields, [field]: value })}
    />
  </fieldset>
)

interface TrackActionsProps {
  track: NewTrack
  isOpen: boolean
  /** Opens or closes the fields; undefined while they can't be edited. */
  onToggle: (() => void) | undefined
}

function TrackActions({ track: { id, file, fields, state }, isOpen, onToggle }: TrackActionsProps) {
  const name = fields.name || file.name
  return (
    <Actions>
      {onToggle && (
        <QuietButton
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Done with' : 'Edit'} ${name}`}
          onClick={onToggle}
        >
          {isOpen ? 'Done' : 'Edit'}
        </QuietButton>
      )}
      {(state === 'waiting' || state === 'sending') && (
        <QuietButton aria-label={`Pause ${name}`} onClick={() => pauseUpload(id)}>
          Pause
        </QuietButton>
      )}
      {(state === 'paused' || state === 'failed') && (
        <QuietButton
          aria-label={state === 'paused' ? `Resume ${name}` : `Try again with ${name}`}
          onClick={() => resumeUpload(id)}
        >
          {state === 'paused' ? 'Resume' : 'Try again'}
        </QuietButton>
      )}
      <QuietButton aria-label={`Remove ${name}`} onClick={() => void cancelUpload(id)}>
        Remove
      </QuietButton>
    </Actions>
  )
}
