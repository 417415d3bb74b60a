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
export const albumsOf = (tracks: readonly Track[]): Album[] =>
  [...Map.groupBy(tracks, ({ album }) => album)].flatMap(([name, own]) =>
    name !== undefined && own.length > 1 ? { name, tracks: own.toSorted(byNumber) } : [],
  )
