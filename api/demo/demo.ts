import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ObjectId } from 'mongodb'
import { demoOperations } from '../contract/demo'
import type { TrackFields } from '../contract/music'
import type { ShowBody } from '../contract/shows'
import type { SongBody } from '../contract/songs'
import { type Authorise, implement, reply } from '../http/route'
import { addDays } from '../shared/calendar-day'
import { demoShows, demoSongs, demoTracks } from './content'

/** The demo records of one noun that nobody has changed. */
interface UnchangedDemo {
  count(): number
  remove(): Promise<unknown>
}

interface Dependencies {
  shows: { adminView(): unknown[]; addDemo(show: ShowBody): Promise<unknown>; demo: UnchangedDemo }
  music: {
    adminView(): unknown[]
    addDemo(
      fields: TrackFields,
      file: { name: string; content: Readable; gain: number },
    ): Promise<{ _id: ObjectId }>
    demo: UnchangedDemo
  }
  songs: { adminView(): unknown[]; addDemo(song: SongBody): Promise<unknown>; demo: UnchangedDemo }
  words: { demo: UnchangedDemo; areUnchanged(): boolean }
  /** The day (YYYY-MM-DD) from which the dates of the shows are computed. */
  today: string
  /** Whether a site that nobody has used yet gets the demo's shows, tracks and songs. */
  demoContent: boolean
  authorise: Authorise
}

/** The demo: shows, tracks and songs for a new site, and their removal. */
export async function createDemo(dependencies: Dependencies) {
  const { shows, music, songs, words, demoContent, authorise } = dependencies
  // Removing the demo changes the words, so it does not come back at the next start.
  const isNew =
    words.areUnchanged() && [shows, music, songs].every((noun) => noun.adminView().length === 0)
  if (demoContent && isNew) await addDemoContent(dependencies)
  const routes = implement(
    demoOperations,
    {
      demo: () =>
        reply(200, {
          shows: shows.demo.count(),
          tracks: music.demo.count(),
          songs: songs.demo.count(),
          words: words.demo.count(),
        }),
      async removeDemo() {
        for (const { demo } of [shows, music, songs, words]) await demo.remove()
        return reply(204)
      },
    },
    { authorise },
  )
  return { routes }
}

async function addDemoContent({ shows, music, songs, today }: Dependencies): Promise<void> {
  for (const { inDays, venue, city } of demoShows)
    await shows.addDemo({ date: addDays(today, inDays), venue, city })
  const trackIds = new Map<string, string>()
  for (const { file: name, gain, ...fields } of demoTracks) {
    const content = createReadStream(join(import.meta.dirname, 'tracks', name))
    const { _id } = await music.addDemo(fields, { name, content, gain })
    trackIds.set(fields.name, _id.toHexString())
  }
  for (const song of demoSongs) {
    const trackId = trackIds.get(song.title)
    await songs.addDemo({ ...song, ...(trackId && { trackId }) })
  }
}
