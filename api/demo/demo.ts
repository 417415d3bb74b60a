import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
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
  shows: { view(): unknown[]; addDemo(show: ShowBody): Promise<unknown>; demo: UnchangedDemo }
  music: {
    view(): unknown[]
    addDemo(fields: TrackFields, fileName: string, file: Readable): Promise<unknown>
    demo: UnchangedDemo
  }
  songs: { addDemo(song: SongBody): Promise<unknown>; demo: UnchangedDemo }
  words: { demo: UnchangedDemo }
  /** The day (YYYY-MM-DD) from which the dates of the shows are computed. */
  today: string
  /** Whether an empty site gets the demo's shows and tracks. */
  demoContent: boolean
  authorise: Authorise
}

/** The demo: shows and tracks for a site that has neither, and their removal. */
export async function createDemo(dependencies: Dependencies) {
  const { shows, music, songs, words, demoContent, authorise } = dependencies
  if (demoContent && shows.view().length === 0 && music.view().length === 0)
    await addDemoContent(dependencies)
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
  for (const song of demoSongs) await songs.addDemo(song)
  for (const { file, ...fields } of demoTracks)
    await music.addDemo(fields, file, createReadStream(join(import.meta.dirname, 'tracks', file)))
}
