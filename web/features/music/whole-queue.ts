import type { Track } from '../../../api/contract/music'
import { usePlayer } from './player.store'

/** Makes the list of all tracks the queue whenever a track of it is played, unless an album plays, so that playing goes on after
 * the tracks of a page.
 * @returns a function that stops it */
export function keepQueueWhole(tracks: readonly Track[]): () => void {
  return usePlayer.subscribe(({ track, queue, album }) => {
    if (album !== undefined || queue === tracks) return
    // Until the track of the new queue is started, the former one is current.
    const isStarted = queue.some(({ _id }) => _id === track?._id)
    // The page's list may be newer.
    const isKnown = ({ mp3FilePath }: Track) =>
      tracks.some((one) => one.mp3FilePath === mp3FilePath)
    if (isStarted && queue.every(isKnown)) usePlayer.setState({ queue: tracks })
  })
}
