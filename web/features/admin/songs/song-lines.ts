import { comparable } from '../../../../api/shared/comparable'
import { limits } from '../../../../api/shared/limits'

/** A song as it is pasted. */
export type PastedSong = Record<'title' | 'artist', string>

/** A dash between spaces (in any of the forms in which people and programs write it), or a tab. */
const separator = /\s+[-–—]\s+|\t+/
/** The last “by”, for lines without a dash or tab. */
const lastBy = / by (?!.* by )/

/** The number or bullet at the start of a line. */
const listMarker = /^(\d+[.)]|[•·◦▪‣*-])\s+/

const isLine = (text: string) => text.length > 0 && text.length <= limits.line

const keyOf = ({ title, artist }: PastedSong) => comparable(`${title} ${artist}`)

/** Reads pasted lines such as `Song – Artist` or `Song by Artist`.
 * @param known the songs that are there already
 * @returns the new songs, the lines of songs that are there already or stand twice, and the lines that can't be read */
export function readSongLines(text: string, known: readonly PastedSong[]) {
  const keys = new Set(known.map(keyOf))
  const songs: PastedSong[] = []
  const duplicates: string[] = []
  const unreadable: string[] = []
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const words = line.replace(listMarker, '')
    const [title = '', ...rest] = words.split(separator.test(words) ? separator : lastBy)
    const song = { title: title.trim(), artist: rest.join(' – ').trim() }
    if (![song.title, song.artist].every(isLine)) unreadable.push(line)
    else if (keys.has(keyOf(song))) duplicates.push(line)
    else {
      keys.add(keyOf(song))
      songs.push(song)
    }
  }
  return { songs, duplicates, unreadable }
}
