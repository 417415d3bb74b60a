import { comparable } from '../../../../api/shared/comparable'
import { limits } from '../../../../api/shared/limits'

/** What makes two songs the same. */
type SongName = Record<'title' | 'artist', string>

/** A song as it is pasted: its length as m:ss. */
export type PastedSong = SongName & Partial<Record<'year' | 'duration', string>>

/** A dash between spaces (in any of the forms in which people and programs write it), or a tab. */
const separator = /\s+[-–—]\s+|\t+/
/** The last “by”, for lines without a dash or tab. */
const lastBy = / by (?!.* by )/

/** The number or bullet at the start of a line. */
const listMarker = /^(\d+[.)]|[•·◦▪‣*-])\s+/

/** What may follow the artist, in brackets or behind a comma or a dash; a length also behind a space. */
const atEnd = [
  ['duration', /(?:\s*[([]|\s*,\s*|\s+–\s+|\s+)(\d{1,2}:[0-5]\d)[)\]]?$/],
  ['year', /(?:\s*[([]|\s*,\s*|\s+–\s+)(1[5-9]\d\d|20\d\d)[)\]]?$/],
] as const

/** An artist, and the year and the length behind the name, in any order. */
function artistAndMore(text: string): Omit<PastedSong, 'title'> {
  const found: Omit<PastedSong, 'title'> = { artist: text }
  for (const [name, pattern] of [...atEnd, ...atEnd]) {
    const match = pattern.exec(found.artist)
    if (!match?.[1] || match.index === 0 || found[name] !== undefined) continue
    found.artist = found.artist.slice(0, match.index)
    found[name] = match[1]
  }
  return found
}

const isLine = (text: string) => text.length > 0 && text.length <= limits.line

const keyOf = ({ title, artist }: SongName) => comparable(`${title} ${artist}`)

/** Reads pasted lines such as `Song – Artist` or `Song by Artist (1964) 4:32`.
 * @param known the songs that are there already
 * @returns the new songs, the lines of songs that are there already or stand twice, and the lines that can't be read */
export function readSongLines(text: string, known: readonly SongName[]) {
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
    const song = { title: title.trim(), ...artistAndMore(rest.join(' – ').trim()) }
    if (![song.title, song.artist].every(isLine)) unreadable.push(line)
    else if (keys.has(keyOf(song))) duplicates.push(line)
    else {
      keys.add(keyOf(song))
      songs.push(song)
    }
  }
  return { songs, duplicates, unreadable }
}
