import type { ICommonTagsResult } from 'music-metadata'
import { limits } from './limits'

type CommonTags = Pick<ICommonTagsResult, 'title' | 'artist' | 'album' | 'year'> & {
  track: { no: number | null }
}

/** What is read of an mp3, on the server and in the browser. */
export const tagOptions = { duration: false, skipCovers: true } as const

/** The fields of a track that its tags contain, as texts of a form. What a track can't have is left out or cut. */
export function fieldsOfTags({ title, artist, album, track, year = 0 }: CommonTags) {
  const number = track.no ?? 0
  const texts = {
    name: asLine(title),
    artist: asLine(artist),
    album: asLine(album),
    number: number >= 1 && number <= 999 ? `${number}` : '',
    year: year >= 1000 && year <= 2999 ? `${year}` : '',
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function asLine(text = ''): string {
  const line = text.toWellFormed().replace(/\p{Cc}+/gu, ' ')
  return [...line.trim()].slice(0, limits.line).join('').trim()
}
