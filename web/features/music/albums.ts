import type { Track } from '../../../api/contract/music'

interface Album {
  name: string
  /** In the order of their numbers; those without one come last. */
  tracks: readonly Track[]
}

/** Greater than the number of any track. */
const last = 1_000

const byNumber = ({ number = last }: Track, { number: other = last }: Track) => number - other

/** The albums of at least two tracks, in the order of their first tracks. */
export function albumsOf(tracks: readonly Track[]): Album[] {
  const named = Map.groupBy(
    tracks.filter(({ album }) => album),
    ({ album = '' }) => album,
  )
  return [...named]
    .filter(([, own]) => own.length > 1)
    .map(([name, own]) => ({ name, tracks: own.toSorted(byNumber) }))
}
