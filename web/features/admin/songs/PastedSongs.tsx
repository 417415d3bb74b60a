import type { AdminSong } from '../../../../api/contract/songs'
import { counted } from '../../../../api/shared/counted'
import { TextArea } from '../../../ui/Field'
import { FormNotice, QuietSubmit, RecordNotice } from '../panel/FormFoot'
import { RecordForm, Section, SideNote, WholeRow } from '../panel/Panel'
import { useReload } from '../panel/use-reload'
import { useSaving } from '../panel/use-saving'
import { storedDraft, useStoredDraft } from '../records/draft-storage'
import { csvOf, importTable, undoImport } from '../records/import-table'
import { clearRecordKey, recordKey } from '../records/record-key'
import { readSongLines } from './song-lines'

/** Adds many songs, one per line. */
export function PastedSongs({ songs }: { songs: readonly AdminSong[] }) {
  const reload = useReload()
  const [text, setText] = useStoredDraft('pasted songs', '')
  const { isBusy, problem, notice, save, clearMessages } = useSaving()
  const found = readSongLines(text, songs)
  const { unreadable } = found
  const examples = unreadable.slice(0, 3).join('; ') + (unreadable.length > 3 ? ' …' : '')

  function submit() {
    if (found.songs.length === 0) return
    void save('The songs could not be added.', async () => {
      const table = csvOf(['title', 'artist', 'year', 'duration'], found.songs)
      const key = recordKey('pasted songs', table)
      const { added, importId } = await importTable({ kind: 'songs', text: table, dates: '' }, key)
      clearRecordKey('pasted songs')
      // More lines may have been typed meanwhile.
      const rest = found.unreadable.join('\n')
      if (storedDraft('pasted songs') === text) setText(rest || undefined)
      await reload()
      const undo = importId === undefined ? undefined : () => takeBack(importId, rest)
      return { text: `Added: ${counted(added, 'song')}`, ...(undo && { undo }) }
    })
  }

  /** Removes the songs of an import, and brings their lines back unless others were typed since.
   * @param rest the lines that stayed */
  const takeBack = (importId: string, rest: string) =>
    void save('The songs could not be removed.', async () => {
      const done = await undoImport(importId)
      if ((storedDraft('pasted songs') ?? '') === rest) setText(text)
      await reload()
      return done
    })

  return (
    <Section id="paste" title="Add several songs">
      <RecordForm onSubmit={submit}>
        <WholeRow>
          <TextArea
            label="Songs, one per line"
            help="Title – Artist, or Title by Artist. You can add year and length: Title – Artist (1964) 4:32"
            rows={6}
            value={text}
            onChange={(event) => setText(event.currentTarget.value || undefined)}
          />
          {/* Always rendered, because screen readers announce only changes of an existing region. */}
          <div role="status">
            {text.trim() !== '' && (
              <SideNote>
                {found.songs.length} new
                {found.duplicates.length > 0 && `, ${found.duplicates.length} already listed`}
                {unreadable.length > 0 &&
                  `. No title and artist in ${counted(unreadable.length, 'line')}: ${examples}`}
              </SideNote>
            )}
          </div>
        </WholeRow>
        <QuietSubmit isBusy={isBusy || found.songs.length === 0}>
          {`Add ${counted(found.songs.length, 'song')}`}
        </QuietSubmit>
        <FormNotice message={problem} />
      </RecordForm>
      <RecordNotice message={notice} onClose={clearMessages} />
    </Section>
  )
}
