import type { ReactNode } from 'react'
import type { Track } from '../../../api/contract/music'
import styles from './PressToPlay.module.css'
import { usePlayer } from './player.store'

interface PressToPlayProps {
  track: Track
  /** The list that contains the track; playback continues in its order. */
  queue: readonly Track[]
  /** By default it covers its positioned ancestor, and its siblings pass presses on to it. */
  className?: string | undefined
  children?: ReactNode
}

/** An area that plays the track when it is pressed. Keyboards and screen readers use the play button. */
export const PressToPlay = ({
  track,
  queue,
  className = styles.whole,
  children,
}: PressToPlayProps) => (
  <button
    type="button"
    className={className}
    tabIndex={-1}
    aria-hidden
    data-needs-scripts
    onClick={() => usePlayer.getState().toggle(track, queue)}
  >
    {children}
  </button>
)
