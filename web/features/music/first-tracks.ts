import type { Track } from '../../../api/contract/music'

/** How many tracks the music page displays at first. */
export const tracksAtFirst = 12

/** The fewest tracks that the music page can display as rows. */
export const minTracksForRows = 8

/** How many tracks the home page displays: a record, and the next ones. */
export const tracksOnHome = 4

/** The data with which the music page is rendered. */
export const firstTracks = (tracks: readonly Track[]) => ({
  tracks: tracks.slice(0, tracksAtFirst),
  count: tracks.length,
  /** The size of all tracks in bytes. */
  size: tracks.reduce((sum, { size }) => sum + size, 0),
})
