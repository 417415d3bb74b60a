/** The rules of the list of mp3s that are uploaded together: pure functions of the list. */

import { trackOfFileName } from '../../../../api/shared/track-file-name'

export const noFields = { name: '', artist: '', location: '', album: '', number: '', year: '' }

/** The fields that a file name contains. */
export function fieldsOfName(fileName: string): Partial<typeof noFields> {
  const { number, ...named } = trackOfFileName(fileName)
  return { ...named, ...(number !== undefined && { number: `${number}` }) }
}

/** A track whose mp3 was chosen, with the fields that are sent with it. */
export interface NewTrack {
  id: string
  /** The page in which it can be changed and is sent. */
  page: string
  file: File
  /** `isDraft` is chosen for all tracks that are uploaded together. */
  fields: typeof noFields & { isDraft?: string }
  /** The cover in the file's tags as a small data URL; undefined if there is none. */
  cover?: string | undefined
  /** `chosen`: its fields can be edited. `failed`: it was refused, or there was no connection for long. */
  state: 'chosen' | 'waiting' | 'sending' | 'paused' | 'failed'
  /** The fraction of the file that has arrived, from 0 to 1. */
  progress: number
  /** The address of the upload, once it has begun. */
  url?: string | undefined
  /** Milliseconds since 1970. */
  chosenAt: number
  /** Why it failed. */
  problem?: string
}

/** Fields that a track must have, with the label of the input that fills it in for all tracks. */
export const neededFields = {
  artist: 'Artist of the tracks without one',
  location: 'Where they were recorded',
} as const
export type NeededField = keyof typeof neededFields

/** The fields that are entered once for all chosen tracks. A needed field applies only to tracks that lack it. */
export type ForAll = Readonly<Record<NeededField | 'isDraft', string>>

const otherFormats = { m4a: 'M4A', aac: 'AAC', wav: 'WAV', flac: 'FLAC', ogg: 'Ogg', aiff: 'AIFF' }

/** Why a file can't be uploaded, by its name and type; undefined if it may be an mp3. */
export function whyNotMp3({ name, type }: Pick<File, 'name' | 'type'>): string | undefined {
  const [, ending = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? []
  if (ending === 'mp3' || (type === 'audio/mpeg' && !(ending in otherFormats))) return
  const format = otherFormats[ending as keyof typeof otherFormats]
  if (!format) return `${name} is not an mp3.`
  return `${name} is not an mp3 (${format}). Export it as an mp3 with 192 kbit/s or more, and choose that file.`
}

/** Adds the fields that were entered for all to the chosen tracks.
 * @returns the tracks, ready to be sent, or the fields that are still missing */
export function readyTracks(
  tracks: readonly NewTrack[],
  forAll: ForAll,
): { tracks: NewTrack[] } | { missing: NeededField[] } {
  const names = Object.keys(neededFields) as NeededField[]
  const missing = new Set<NeededField>()
  const filled = tracks.map((track) => {
    if (track.state !== 'chosen') return track
    const added = names.map((name) => [name, track.fields[name] || forAll[name].trim()])
    const fields = { ...track.fields, ...Object.fromEntries(added), isDraft: forAll.isDraft }
    for (const name of names) if (fields[name] === '') missing.add(name)
    return { ...track, fields, state: 'waiting' as const }
  })
  return missing.size > 0
    ? { missing: names.filter((name) => missing.has(name)) }
    : { tracks: filled }
}

/** The tracks of a closed page in another one; an interrupted one waits again. */
export const afterReload = (tracks: readonly NewTrack[], page: string): NewTrack[] =>
  tracks.map(({ state, ...track }) => ({
    ...track,
    page,
    state: state === 'sending' ? 'waiting' : state,
  }))

/** Milliseconds. */
const maxAge = 14 * 24 * 60 * 60_000

/** Separates tracks that were chosen more than 14 days ago.
 * @param now milliseconds since 1970 */
export const splitByAge = (tracks: readonly NewTrack[], now: number) => ({
  kept: tracks.filter(({ chosenAt }) => now - chosenAt <= maxAge),
  outdated: tracks.filter(({ chosenAt }) => now - chosenAt > maxAge),
})

/** The next track to be sent; undefined while one is being sent, or if none waits. */
export const nextToSend = (tracks: readonly NewTrack[]): NewTrack | undefined =>
  tracks.some(({ state }) => state === 'sending')
    ? undefined
    : tracks.find(({ state }) => state === 'waiting')

/** The metadata of an upload: the file's name, and each field that has a text. */
export const metadataOf = ({ file, fields }: NewTrack): Record<string, string> => ({
  filename: file.name,
  ...Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
})
