import type { Track } from '../../../api/contract/music'

/** How many tracks a page begins with. */
export const tracksAtFirst = 12

/** What the music page begins with, of however many tracks there are. */
export const firstTracks = (tracks: readonly Track[]) => ({
  tracks: tracks.slice(0, tracksAtFirst),
  count: tracks.length,
  /** Bytes of all of them. */
  size: tracks.reduce((sum, { size }) => sum + size, 0),
})
