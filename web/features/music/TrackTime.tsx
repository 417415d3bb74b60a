import type { Track } from '../../../api/contract/music'
import { playTime } from '../../../api/shared/play-time'
import { useIsCurrent, usePlayer } from './player.store'

/** The length of a track; for the current one, the position before it. */
export function TrackTime({ track }: { track: Track }) {
  const isCurrent = useIsCurrent(track)
  const second = usePlayer(({ position }) => (isCurrent ? Math.floor(position) : 0))
  const length = playTime(track.duration)
  return isCurrent ? `${playTime(second)} of ${length}` : length
}
