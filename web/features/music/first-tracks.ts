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

/** The tracks whose name, artist or place has all the words of a search in it, wherever they stand. */
export function findTracks(tracks: readonly Track[], search: string): readonly Track[] {
  const words = search.toLowerCase().split(/\s+/)
  return tracks.filter(({ name, artist, location }) => {
    const text = `${name} ${artist} ${location}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
