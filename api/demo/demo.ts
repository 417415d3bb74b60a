import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TrackFields } from '../contract/music'
import type { ShowBody } from '../contract/shows'
import { addDays } from '../shared/calendar-day'
import { demoShows, demoTracks } from './content'

interface Dependencies {
  shows: { view(): unknown[]; add(show: ShowBody): Promise<unknown> }
  music: {
    view(): unknown[]
    add(fields: TrackFields, fileName: string, file: Readable): Promise<unknown>
  }
  /** The day (YYYY-MM-DD) from which the dates of the shows are computed. */
  today: string
}

/** Adds the demo shows and tracks to a site that has neither shows nor tracks. */
export async function addDemoContent({ shows, music, today }: Dependencies): Promise<void> {
  if (shows.view().length > 0 || music.view().length > 0) return
  for (const { inDays, venue, city } of demoShows)
    await shows.add({ date: addDays(today, inDays), venue, city })
  for (const { file, ...fields } of demoTracks)
    await music.add(fields, file, createReadStream(join(import.meta.dirname, 'tracks', file)))
}
