import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { Track } from '../../../api/contract/music'
import { useIsPlaying, usePlayer } from './player.store'

export interface InQueue {
  track: Track
  /** The list that contains the track; playback continues in its order. */
  queue: readonly Track[]
}

interface PlayButtonProps extends InQueue {
  className: string | undefined
}

/** Plays or pauses a track. */
export function PlayButton({ track, queue, className }: PlayButtonProps) {
  const isPlaying = useIsPlaying(track)
  const { toggle } = usePlayer.getState()
  return (
    <button
      type="button"
      className={className}
      data-needs-scripts
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${track.name}`}
      onClick={() => toggle(track, queue)}
    >
      {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
    </button>
  )
}
