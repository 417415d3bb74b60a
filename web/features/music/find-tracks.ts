import type { Track } from '../../../api/contract/music'
import { hasWords } from '../../ui/has-words'

/** The tracks that a search finds by their name, artist or place. */
export const findTracks = (tracks: readonly Track[], search: string): readonly Track[] =>
  tracks.filter(({ name, artist, location }) => hasWords(`${name} ${artist} ${location}`, search))
