import type { CSSProperties } from 'react'
import type { Track } from '../../../api/contract/music'
import { spokenTime } from '../../../api/shared/play-time'
import { usePlayer, useSecond } from './player.store'
import styles from './SeekSlider.module.css'

/** A slider for the position in the current track. */
export function SeekSlider({ track, className }: { track: Track; className?: string | undefined }) {
  const position = useSecond()
  const { seek } = usePlayer.getState()
  const { name, duration } = track
  const part = duration > 0 ? Math.min(1, position / duration) : 0
  return (
    <input
      type="range"
      className={`${styles.slider} ${className ?? ''}`}
      style={{ '--played': `${part * 100}%` } as CSSProperties}
      aria-label={`Seek in ${name}`}
      aria-valuetext={`${spokenTime(position)} of ${spokenTime(duration)}`}
      min={0}
      max={duration}
      step={1}
      value={position}
      onChange={(event) => seek(event.currentTarget.valueAsNumber)}
    />
  )
}
