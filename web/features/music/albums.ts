import type { Track } from '../../../api/contract/music'

const byNumber = ({ number = Infinity }: Track, { number: other = Infinity }: Track) =>
  number - other || 0

/** The albums of at least two tracks, in the order of their first tracks. The tracks of each are in the order of their numbers;
 * those without one come last. */
export function albumsOf(tracks: readonly Track[]) {
  const names = new Set(tracks.flatMap(({ album }) => album ?? []))
  return [...names]
    .map((name) => ({ name, tracks: tracks.filter(({ album }) => album === name) }))
    .filter(({ tracks: own }) => own.length > 1)
    .map(({ name, tracks: own }) => ({ name, tracks: own.toSorted(byNumber) }))
}
