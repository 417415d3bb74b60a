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
  const names = new Set(tracks.flatMap(({ album }) => album ?? []))
  return [...names]
    .map((name) => ({ name, tracks: tracks.filter(({ album }) => album === name) }))
    .filter(({ tracks: own }) => own.length > 1)
    .map(({ name, tracks: own }) => ({ name, tracks: own.toSorted(byNumber) }))
}
