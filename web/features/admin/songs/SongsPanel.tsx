import type { ReactNode } from 'react'
import type { AdminTrack } from '../../../../api/contract/music'
import type { AdminSong } from '../../../../api/contract/songs'
import { playTime } from '../../../../api/shared/play-time'
import { buttonClass } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'
import type { WaitingMark } from '../changes/waiting'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { Actions, NewRecord, Panel, Panes, RecordForm } from '../panel/Panel'
import { RecordConflictDialog } from '../records/ConflictDialog'
import { draftOf, type SongDraft, useDrafts } from '../records/drafts.store'
import { ItemList } from '../records/ItemList'
import { RecordFields } from '../records/RecordFields'
import { conflictRows, hasSameTexts, songFields, textsOfSong } from '../records/record-fields'
import { useRecordForm } from '../records/use-record-form'
import type { ListUpdates } from '../records/use-storing'
import { PastedSongs } from './PastedSongs'
import { describeSong, mergeSong, sendSong } from './song-change'

type ListedSong = AdminSong & WaitingMark

interface SongsPanelProps extends ListUpdates<AdminSong> {
  songs: readonly ListedSong[]
  /** The tracks on which songs can be heard. */
  tracks: readonly AdminTrack[]
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
}

/** The songs that the band plays. */
export function SongsPanel(props: SongsPanelProps) {
  const { songs, tracks, notice, onStored, onRemoved } = props
  const { song: draft, begin, editRecord } = useDrafts()
  const record = useRecordForm<SongDraft, ListedSong, AdminSong>({
    kind: 'song',
    send: sendSong,
    nameOf: ({ title }) => title,
    onStored,
    onRemoved,
    isSame: (typed, song) =>
      (typed.trackId ?? '') === (song.trackId ?? '') &&
      hasSameTexts(songFields, typed, textsOfSong(song)),
    merge: mergeSong,
    undoOf: draftOf.song,
  })
  const trackName = (id = '') => tracks.find(({ _id }) => _id === id)?.name ?? ''

  return (
    <Panel title="Songs">
      <Panes>
        <Actions>
          <NewRecord onClick={() => record.open(() => begin('song'))}>New song</NewRecord>
          {/* A `Link` to the present hash would not scroll a second time. */}
          <a className={buttonClass('quiet')} href="#paste">
            Add several songs
          </a>
        </Actions>
        <ItemList
          items={songs}
          noun="song"
          notice={notice}
          describe={describeSong}
          wordsOf={(song) => [describeSong(song), song.year, ...(song.tags ?? [])].join(' ')}
          renderText={({ title, artist }) => (
            <>
              <span data-field="title">{title}</span> by <span data-field="artist">{artist}</span>
            </>
          )}
          editId={draft.editId}
          onEdit={(song, field) => record.open(() => editRecord('song', song), song, field)}
          onDelete={record.remove}
          marksOf={(song) => [
            ['private', song.isPublic === false && 'Only us'],
            ['plain', song.waiting],
            ['plain', song.key],
            ['plain', song.duration !== undefined && playTime(song.duration)],
            ['plain', song.trackId && 'Track'],
          ]}
        />
        <SongForm record={record} songs={songs} tracks={tracks} />
        <RecordNotice message={record.notice} onClose={record.clearMessages} />
      </Panes>
      <PastedSongs songs={songs} />
      <RecordConflictDialog
        noun="song"
        conflict={record.conflict}
        rowsOf={(mine, theirs) => [
          ...conflictRows(songFields, mine, textsOfSong(theirs)),
          {
            label: 'Can be heard on',
            mine: trackName(mine.trackId),
            theirs: trackName(theirs.trackId),
          },
        ]}
      />
    </Panel>
  )
}

interface SongFormProps extends Pick<SongsPanelProps, 'songs' | 'tracks'> {
  record: ReturnType<typeof useRecordForm<SongDraft, ListedSong, AdminSong>>
}

function SongForm({ record, songs, tracks }: SongFormProps) {
  const { song: draft, type } = useDrafts()
  const edited = songs.find(({ _id }) => _id === draft.editId)
  return (
    <RecordForm
      ref={record.form}
      editedName={draft.editId && describeSong(edited ?? draft)}
      isAdding={record.isAdding}
      newHeading="New song"
      lastChange={draft.original?.lastChange}
      errors={record.errors}
      onSubmit={record.submit}
    >
      <RecordFields
        fields={songFields}
        values={draft}
        onType={(name, value) => type('song', { [name]: value })}
      />
      <SelectField
        label="Can be heard on"
        name="trackId"
        value={draft.trackId ?? ''}
        onChange={(event) => type('song', { trackId: event.currentTarget.value })}
        choices={{
          '': 'No track',
          ...Object.fromEntries(
            tracks.map(({ _id, name, artist }) => [_id, `${name} by ${artist}`]),
          ),
        }}
      />
      <FormNotice message={record.problem} />
      <FormActions
        submit={draft.editId ? 'Update Song' : 'Add Song'}
        isBusy={record.isBusy}
        onCancel={record.cancel}
      />
    </RecordForm>
  )
}
