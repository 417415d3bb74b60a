import type { FormEvent, ReactNode } from 'react'
import type { AdminTrack } from '../../../../api/contract/music'
import type { AdminSong, SongBody } from '../../../../api/contract/songs'
import { counted } from '../../../../api/shared/counted'
import { call } from '../../../api-client/call'
import { adminApi } from '../../../api-client/client'
import { deleteOnce } from '../../../api-client/problem'
import { mergeValue, previewOf } from '../../../offline/record-merge'
import { Button } from '../../../ui/Button'
import { SelectField, TextArea } from '../../../ui/Field'
import { type Pending, submitRecord } from '../changes/record-change'
import type { WaitingMark } from '../changes/waiting'
import { FormActions, FormNotice, RecordNotice } from '../panel/FormFoot'
import { NewRecord, Panel, Panes, RecordForm, Section, SideNote, WholeRow } from '../panel/Panel'
import { useSaving } from '../panel/use-saving'
import { ConflictDialog } from '../records/ConflictDialog'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import { type SongDraft, useDrafts } from '../records/drafts.store'
import { ItemList } from '../records/ItemList'
import { csvOf, importTable, undoImport } from '../records/import-table'
import { marksOf } from '../records/item-marks'
import { RecordFields } from '../records/RecordFields'
import {
  bodyOf,
  conflictRows,
  hasSameTexts,
  mergeTexts,
  songFields,
  textsOfSong,
} from '../records/record-fields'
import { clearRecordKey, recordKey } from '../records/record-key'
import { useRecordForm } from '../records/use-record-form'
import type { Merged } from '../records/use-storing'
import { readSongLines } from './song-lines'

interface SongsPanelProps {
  songs: readonly (AdminSong & WaitingMark)[]
  /** The tracks on which songs can be heard. */
  tracks: readonly AdminTrack[]
  /** The notice that the list failed to load or is still loading; undefined otherwise. */
  notice: ReactNode
  onStored: (song: AdminSong) => void
  onRemoved: (id: string) => void
  /** Called after each change, to read the list again. */
  onChanged: () => Promise<void>
}

const describe = ({ title, artist }: Pick<SongBody, 'title' | 'artist'>) => `${title} by ${artist}`

/** The songs that the band plays. */
export function SongsPanel(props: SongsPanelProps) {
  const { songs, tracks, notice, onStored, onRemoved, onChanged } = props
  const { song: draft, begin, type, editSong, clear } = useDrafts()
  const edited = songs.find(({ _id }) => _id === draft.editId)
  const record = useRecordForm<SongDraft, AdminSong & WaitingMark, AdminSong & Pending>({
    kind: 'song',
    draft,
    send,
    describe,
    clear: () => clear('song'),
    onStored,
    onRemoved,
    onChanged,
    remove: ({ _id: id }) =>
      deleteOnce(call(adminApi(), 'DELETE /api/songs/{id}', { parameters: { id } })),
    isSame: (typed, song) => hasSameTexts(songFields, typed, textsOfSong(song)),
    isComplete: () => true,
    merge: mergeSong,
  })
  const { form, isBusy, errors, submit, conflict } = record
  const trackName = (id = '') => tracks.find(({ _id }) => _id === id)?.name ?? ''

  return (
    <Panel title="Songs">
      <Panes>
        <NewRecord onClick={() => record.open(() => begin('song'))}>New song</NewRecord>
        <ItemList
          items={songs}
          noun="song"
          notice={notice}
          describe={describe}
          renderText={({ title, artist }) => (
            <>
              <span data-field="title">{title}</span> by <span data-field="artist">{artist}</span>
            </>
          )}
          editId={draft.editId}
          onEdit={(song, field) => record.open(() => editSong(song), song, field)}
          onDelete={record.remove}
          marksOf={({ isPublic, trackId, waiting }) =>
            marksOf([
              ['private', isPublic === false && 'Only us'],
              ['plain', waiting],
              ['plain', trackId && 'Track'],
            ])
          }
        />
        <RecordForm
          ref={form}
          editedName={draft.editId && describe(edited ?? draft)}
          isAdding={record.isAdding}
          newHeading="New song"
          lastChange={draft.original?.lastChange}
          onSubmit={submit}
        >
          <RecordFields
            fields={songFields}
            values={draft}
            errors={errors}
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
            error={errors['trackId']}
          />
          <FormNotice message={record.problem} />
          <FormActions
            submit={draft.editId ? 'Update Song' : 'Add Song'}
            isBusy={isBusy}
            onCancel={record.cancel}
          />
        </RecordForm>
        <RecordNotice message={record.notice} onClose={record.clearMessages} />
      </Panes>
      <PasteSection songs={songs} onChanged={onChanged} />
      {conflict && (
        <ConflictDialog
          noun="song"
          editor={conflict.current?.lastChange?.by}
          rows={
            conflict.current && [
              ...conflictRows(songFields, conflict.mine, textsOfSong(conflict.current)),
              {
                label: 'Can be heard on',
                mine: trackName(conflict.mine.trackId),
                theirs: trackName(conflict.current.trackId),
              },
            ]
          }
          conflict={conflict}
        />
      )}
    </Panel>
  )
}

/** Merges a draft into a newer version of its song. */
function mergeSong(typed: SongDraft, current: AdminSong): Merged<SongDraft> {
  const original = typed.original ?? current
  const { texts, overlaps } = mergeTexts(
    songFields,
    typed,
    textsOfSong(original),
    textsOfSong(current),
  )
  const [before = '', mine = '', theirs = ''] = [original, typed, current].map((one) => one.trackId)
  const trackId = mergeValue(before, mine, theirs)
  return {
    changes: { ...texts, trackId: trackId.value },
    overlaps: overlaps || trackId.overlaps,
  }
}

function send(draft: SongDraft): Promise<AdminSong & Pending> {
  const { editId: id = '', version, original } = draft
  const { tags, isPublic, ...fields } = bodyOf(songFields, draft, original && textsOfSong(original))
  const body = {
    ...fields,
    ...(tags !== undefined && {
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    }),
    isPublic: isPublic !== 'false',
    ...((draft.trackId || original?.trackId) && { trackId: draft.trackId ?? '' }),
  }
  const preview = previewOf({ version: 1, ...original, _id: id }, body)
  return submitRecord<AdminSong>({
    kind: 'song',
    id,
    body,
    version,
    label: describe(draft),
    preview,
    original,
  })
}

/** Adds many songs, one per line. */
function PasteSection({ songs, onChanged }: Pick<SongsPanelProps, 'songs' | 'onChanged'>) {
  const [text, setText] = useStoredDraft('pasted songs', '')
  const { isBusy, problem, notice, save, clearMessages } = useSaving()
  const found = readSongLines(text, songs)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (found.songs.length === 0) return
    void save('The songs could not be added.', async () => {
      const table = csvOf(['title', 'artist'], found.songs)
      const key = recordKey('pasted songs', table)
      const { added, importId } = await importTable({ kind: 'songs', text: table, dates: '' }, key)
      clearRecordKey('pasted songs')
      // More lines may have been typed meanwhile.
      if (storedDraft('pasted songs') === text) setText(found.unreadable.join('\n') || undefined)
      await onChanged()
      const undo = importId === undefined ? undefined : () => takeBack(importId)
      return { text: `Added: ${counted(added, 'song')}`, ...(undo && { undo }) }
    })
  }

  const takeBack = (importId: string) =>
    void save('The songs could not be removed.', async () => {
      const done = await undoImport(importId)
      await onChanged()
      return done
    })

  return (
    <Section id="paste" title="Add several songs">
      <RecordForm onSubmit={submit}>
        <WholeRow>
          <TextArea
            label="Songs, one per line"
            help="Title – Artist"
            rows={6}
            value={text}
            onChange={(event) => setText(event.currentTarget.value || undefined)}
          />
          {text.trim() !== '' && (
            <SideNote role="status">
              {found.songs.length} new
              {found.duplicates.length > 0 && `, ${found.duplicates.length} already listed`}
              {found.unreadable.length > 0 &&
                `. No title and artist in: ${found.unreadable.slice(0, 3).join('; ')}`}
            </SideNote>
          )}
        </WholeRow>
        <WholeRow>
          <Button type="submit" variant="quiet" aria-disabled={isBusy || found.songs.length === 0}>
            {`Add ${counted(found.songs.length, 'song')}`}
          </Button>
        </WholeRow>
        <FormNotice message={problem} />
      </RecordForm>
      <RecordNotice message={notice} onClose={clearMessages} />
    </Section>
  )
}
