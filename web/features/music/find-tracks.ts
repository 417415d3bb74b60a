import type { Track } from '../../../api/contract/music'
import { hasWords } from '../../../api/shared/has-words'

/** The tracks whose name, artist and location contain all words of a search. */
export const findTracks = (tracks: readonly Track[], search: string): readonly Track[] =>
  tracks.filter(({ name, artist, location }) => hasWords(`${name} ${artist} ${location}`, search))
