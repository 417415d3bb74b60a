import { ObjectId } from 'mongodb'
import { pickFields } from '../contract/record'
import {
  type AdminSong,
  PublicSongFields,
  type Song,
  SongBody,
  type SongResponse,
  songOperations,
} from '../contract/songs'
import type { ResponseMemory } from '../http/response-memory'
import { type Authorise, implement, reply } from '../http/route'
import type { ImportedRecord } from '../mongo/bulk-records'
import { compareIds } from '../mongo/object-id'
import { insertOnce, type Keyed } from '../mongo/receipts'
import { openRecords, type RecordServices } from '../mongo/records'
import { changeVersion, type Versioned, withoutEmptyTexts } from '../mongo/versions'

interface SongRecord extends SongBody, Versioned, Keyed {
  _id: ObjectId
}

interface Dependencies extends RecordServices {
  memory: ResponseMemory
  /** Whether the id is that of a track that visitors don't see. */
  isDraftTrack: (id: string) => boolean
  authorise: Authorise
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** By title, then by artist. */
const compareSongs = (one: SongRecord, other: SongRecord) =>
  collator.compare(one.title, other.title) ||
  collator.compare(one.artist, other.artist) ||
  compareIds(one._id, other._id)

const toAdminSong = (record: SongRecord): AdminSong => ({
  _id: record._id.toHexString(),
  ...pickFields(SongBody, record),
  version: record.version,
})

/** The body without its default value: an absent field means the same. */
const withoutDefaults = (body: SongBody) => ({
  ...body,
  ...(body.isPublic === true && { isPublic: '' as const }),
})

/** The songs that the band plays. */
export async function createSongs(dependencies: Dependencies) {
  const { authorise, memory, isDraftTrack } = dependencies
  function publicView(record: SongRecord): Song | undefined {
    if (record.isPublic === false) return
    const { trackId, ...song } = pickFields(PublicSongFields, record)
    const isHeard = trackId !== undefined && !isDraftTrack(trackId)
    const { version } = record
    return { _id: record._id.toHexString(), version, ...song, ...(isHeard && { trackId }) }
  }

  const songs = await openRecords<SongRecord, SongResponse>({
    ...dependencies,
    name: 'songs',
    compare: compareSongs,
    toBody: (record) => ({ song: toAdminSong(record) }),
    publicView,
  })
  const add = (body: SongBody, key?: string, more: { isDemo?: true; _id?: ObjectId } = {}) => {
    const fields = withoutEmptyTexts(withoutDefaults(body)) as SongBody
    return songs.put(() => insertOnce(songs.collection, { ...fields, ...more, version: 1 }, key))
  }
  const view = (): Song[] => songs.items().flatMap((record) => publicView(record) ?? [])

  const routes = implement(
    songOperations,
    {
      songs: () => reply(200, { songs: view() }),
      adminSongs: () =>
        reply(200, { songs: songs.items().map(toAdminSong), lastChanges: songs.lastChanges() }),
      addSong: ({ body: content, idempotencyKey: key }) =>
        songs.replyToAdd({ key, content }, async () => (await add(content, key)).after),
      async changeSong({ parameters, body, versions, idempotencyKey }) {
        const id = new ObjectId(parameters.id)
        const options = { versions, key: idempotencyKey }
        const { after } = await songs.put(() =>
          changeVersion<SongRecord>(songs.collection, id, options, toAdminSong, () =>
            withoutDefaults(body),
          ),
        )
        return songs.replyToChange(after)
      },
      async deleteSong({ parameters, versions }) {
        await songs.remove(new ObjectId(parameters.id), versions)
        return reply(204)
      },
    },
    { authorise, memory },
  )

  return {
    routes,
    view,
    adminView: () => songs.items().map(toAdminSong),
    /** The stored songs with these ids, in the order of the ids. */
    stored: (ids: readonly string[] = []) =>
      ids.flatMap((id) => songs.find(id) ?? []).map(toAdminSong),
    addAll: (rows: readonly ImportedRecord<SongBody>[]) =>
      songs.addAll(rows, ({ body, key, ...id }) => add(body, key, id)),
    idsByKey: songs.idsByKey,
    formerIds: () => [],
    removeUntouched: songs.removeUntouched,
    addDemo: (song: SongBody) => add(song, undefined, { isDemo: true }),
    demo: songs.demo,
    /** When the public songs were added. */
    changedAt: () => view().map(({ _id }) => new ObjectId(_id).getTimestamp()),
    /** How the bin names and restores songs. */
    binKind: {
      kind: 'song' as const,
      label: ({ title, artist }: SongRecord) => `${title} by ${artist}`,
      restore: async (record: SongRecord) => ({ song: toAdminSong(await songs.restore(record)) }),
    },
  }
}
