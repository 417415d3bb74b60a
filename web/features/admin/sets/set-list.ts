/** The rules of a show's set list: pure functions. */

import type { AdminShow } from '../../../../api/contract/shows'
import type { AdminSong } from '../../../../api/contract/songs'
import { takesPlace } from '../../../../api/shared/commitments'
import { compareTexts } from '../../../../api/shared/compare-texts'
import { counted } from '../../../../api/shared/counted'

export type SetList = NonNullable<AdminShow['setList']>

type StagedShow = Pick<AdminShow, 'date' | 'status' | 'setList'>

const hasSongs = (
  { setList = [] }: Pick<StagedShow, 'setList'>,
  songs: ReadonlyMap<string, AdminSong>,
) => setList.some((set) => songsOf(set, songs).length > 0)

/** The length of some songs: '42 min', or '38 min and 2 songs without a length'. */
export function lengthOf(songs: readonly Pick<AdminSong, 'duration'>[]): string {
  const known = songs.flatMap(({ duration }) => duration ?? [])
  const minutes = Math.round(known.reduce((sum, seconds) => sum + seconds, 0) / 60)
  const unknown = songs.length - known.length
  if (unknown === 0) return `${minutes} min`
  const rest = `${counted(unknown, 'song')} without a length`
  return known.length === 0 ? rest : `${minutes} min and ${rest}`
}

/** The songs of a set that still exist, in their order. */
export const songsOf = (
  { songIds }: Pick<SetList[number], 'songIds'>,
  songs: ReadonlyMap<string, AdminSong>,
): AdminSong[] => songIds.flatMap((id) => songs.get(id) ?? [])

/** The songs that are in no set yet, those that an organiser has ticked first. */
export function songsToAdd(
  songs: readonly AdminSong[],
  setList: SetList,
  ticked: readonly string[],
): AdminSong[] {
  const used = new Set(setList.flatMap(({ songIds }) => songIds))
  const free = songs.filter(({ _id }) => !used.has(_id))
  const isTicked = ({ _id }: AdminSong) => ticked.includes(_id)
  return [...free.filter(isTicked), ...free.filter((song) => !isTicked(song))]
}

/** Moves a song to the end of an earlier set, or to the beginning of a later one.
 * @param from the place of its set
 * @param to the place of the other set */
export const movedToSet = (sets: SetList, songId: string, from: number, to: number): SetList =>
  sets.map((set, at) => {
    const others = set.songIds.filter((id) => id !== songId)
    if (at !== to) return { ...set, songIds: others }
    return { ...set, songIds: to < from ? [...others, songId] : [songId, ...others] }
  })

/** The set lists that can be copied to a show, the latest first; only shows with songs that still exist count.
 * @param show the show that is to get one */
export const setListsToCopy = <Show extends StagedShow & { _id: string }>(
  shows: readonly Show[],
  songs: ReadonlyMap<string, AdminSong>,
  show: Show,
): Show[] =>
  shows
    .filter((one) => one._id !== show._id && hasSongs(one, songs))
    .toSorted((one, other) => compareTexts(other.date, one.date))

/** The name of a set: its title, or its number. */
export const nameOfSet = ({ title }: SetList[number], index: number) => title || `Set ${index + 1}`

/** The comparison of two set lists, set by set.
 * @param names the names of songs by their ids; a song without a name is shown by its id */
export const setListRows = (
  mine: SetList = [],
  theirs: SetList = [],
  names: ReadonlyMap<string, string>,
) => {
  const textOf = (set: SetList[number] | undefined, index: number) =>
    set ? [nameOfSet(set, index), ...set.songIds.map((id) => names.get(id) ?? id)].join('\n') : ''
  const longer = mine.length > theirs.length ? mine : theirs
  return longer.map((_, index) => ({
    label: `Set ${index + 1}`,
    mine: textOf(mine[index], index),
    theirs: textOf(theirs[index], index),
  }))
}

/** The name of a song, which tells apart songs with one title. */
export const nameOfSong = ({ title, artist }: Pick<AdminSong, 'title' | 'artist'>) =>
  `${title} – ${artist}`

/** The shows whose set lists are still needed, the next one first. Only shows with songs that still exist count.
 * @param today YYYY-MM-DD */
export const comingWithSetList = <Show extends StagedShow>(
  shows: readonly Show[],
  songs: ReadonlyMap<string, AdminSong>,
  today: string,
): Show[] =>
  shows
    .filter((show) => takesPlace(show) && show.date >= today && hasSongs(show, songs))
    .toSorted((one, other) => compareTexts(one.date, other.date))
