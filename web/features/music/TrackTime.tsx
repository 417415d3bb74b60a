import type { Track } from '../../../api/contract/music'
import { playTime } from '../../../api/shared/play-time'
import { useIsCurrent, usePlayer } from './player.store'

/** The length of a track; for the current one, the position before it. */
export function TrackTime({ track }: { track: Track }) {
  const isCurrent = useIsCurrent(track)
  const position = usePlayer((player) => (isCurrent ? player.position : 0))
  const length = playTime(track.duration)
  return isCurrent ? `${playTime(position)} of ${length}` : length
}
