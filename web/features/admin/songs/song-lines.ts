import { comparable } from '../../../../api/shared/comparable'
import { limits } from '../../../../api/shared/limits'

/** The fields by which songs are compared. */
type SongName = Record<'title' | 'artist', string>

/** A pasted song. `duration` is m:ss. */
export type PastedSong = SongName & Partial<Record<'year' | 'duration', string>>

/** A dash between spaces (in any of the forms in which people and programs write it), or a tab. */
const separator = /\s+[-–—]\s+|\t+/
/** The last “by”, for lines without a dash or tab. */
const lastBy = / by (?!.* by )/

/** The number or bullet at the start of a line. */
const listMarker = /^(\d+[.)]|[•·◦▪‣*-])\s+/

/** Matches a value at the end of a line, in brackets or after one of the gaps. */
const atEnd = (value: string, gaps: string) =>
  new RegExp(String.raw`\s?(?:\((${value})\)|\[(${value})\]|(?:${gaps}) ?(${value}))$`)

const lengthPattern = String.raw`\d{1,2}:[0-5]\d`
const yearPattern = String.raw`1[5-9]\d\d|20\d\d`
/** A year after a space alone. */
const looseYear = new RegExp(String.raw`^(.*\S) (${yearPattern})$`)

/** What may follow the artist. Only the length may follow a space alone, because some artists have a year in their name. */
const endings = [
  ['duration', atEnd(lengthPattern, String.raw`[,/|–—\t -]`)],
  ['year', atEnd(yearPattern, String.raw` [/|–—-]|[,\t]`)],
] as const

interface Ending extends Pick<PastedSong, 'year' | 'duration'> {
  /** The line without it. */
  rest: string
  /** Whether the length follows a space alone. */
  isLoose?: boolean
}

/** Separates the year and the length, in either order, from the rest of a line. */
function withoutEnd(line: string): Ending {
  const found: Ending = { rest: line }
  for (const [name, pattern] of [...endings, ...endings]) {
    const match = pattern.exec(found.rest)
    const value = match?.slice(1).find(Boolean)
    if (!match || !value || found[name] !== undefined) continue
    found.rest = found.rest.slice(0, match.index)
    found.isLoose ||= match[0] === ` ${value}`
    // No song is that short.
    if (!/^0+:00$/.test(value)) found[name] = value
  }
  return found
}

/** Splits a line at its dashes or tabs or, if it has none, at the last “by”. */
function split(line: string): SongName {
  const [title = '', ...rest] = line.split(separator.test(line) ? separator : lastBy)
  return { title: title.trim(), artist: rest.join(' – ').trim() }
}

/** Reads one line; its title or artist is empty if it has none. */
function readSong(line: string): PastedSong {
  const { rest, isLoose, ...more } = withoutEnd(line)
  const song = split(rest)
  const [, artist, year] = looseYear.exec(song.artist) ?? []
  // If the length follows a space alone, the year may, too. The 1975 are a band.
  if (artist && year && isLoose && !more.year && artist !== 'The')
    return { ...song, artist, year, ...more }
  // If nothing else is left, the year is the artist's name.
  if (song.artist === '' && more.duration === undefined) return split(line)
  return { ...song, ...more }
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
    const spaced = line.replace(/\s+/g, (spaces) => (spaces.includes('\t') ? '\t' : ' '))
    const song = readSong(spaced.replace(listMarker, ''))
    if (![song.title, song.artist].every(isLine)) unreadable.push(line)
    else if (keys.has(keyOf(song))) duplicates.push(line)
    else {
      keys.add(keyOf(song))
      songs.push(song)
    }
  }
  return { songs, duplicates, unreadable }
}
