import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { addDays } from '../calendar/calendar-day'
import type { TrackFields } from '../contract/music'
import type { ShowBody } from '../contract/shows'
import { shows, tracks } from './content'

interface Parts {
  /** The day around which the shows lie, as YYYY-MM-DD. */
  today: string
  addShow: (show: ShowBody) => Promise<unknown>
  addTrack: (fields: TrackFields, fileName: string, file: Readable) => Promise<unknown>
}

/** Fills an empty site with the demo's shows and tracks. */
export async function addDemoContent({ today, addShow, addTrack }: Parts): Promise<void> {
  for (const { inDays, venue, city } of shows)
    await addShow({ date: addDays(today, inDays), venue, city })
  for (const { file, ...fields } of tracks)
    await addTrack(fields, file, createReadStream(join(import.meta.dirname, 'tracks', file)))
}
