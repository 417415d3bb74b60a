import type { CSSProperties } from 'react'
import type { Track } from '../../../api/contract/music'
import { coverArt } from '../../../api/shared/cover-art'
import { useBand } from '../../band/use-band'
import { Cover } from './Cover'
import { usePlayer, useSecond } from './player.store'
import styles from './Turntable.module.css'
import { Vinyl } from './Vinyl'

/** The current track as a record half out of its sleeve, with a tonearm that moves inwards as the track is played. */
export function Turntable({ track }: { track: Track }) {
  const { colours } = useBand()
  const isPlaying = usePlayer((player) => player.isPlaying)
  const { ground, ink } = coverArt(track.name, colours)
  return (
    <div
      className={isPlaying ? `${styles.deck} ${styles.playing}` : styles.deck}
      style={{ '--label': ground, '--ring': ink } as CSSProperties}
      aria-hidden="true"
    >
      <Vinyl isTurning={isPlaying} className={styles.vinyl} />
      <div className={styles.sleeve} data-sleeve>
        <Cover track={track} />
      </div>
      <Tonearm duration={track.duration} />
    </div>
  )
}

function Tonearm({ duration }: { duration: number }) {
  const second = useSecond()
  return (
    <svg
      className={styles.arm}
      style={{ '--played': Math.min(second / duration, 1) || 0 } as CSSProperties}
      viewBox="0 0 20 100"
      aria-hidden="true"
    >
      <path
        d="M10 8v62l-3 14"
        fill="none"
        stroke="#cfc4b2"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M3 82l8 2-2 12-8-2z" fill="#241d1a" stroke="#cfc4b2" />
      <circle cx="10" cy="8" r="7" fill="#241d1a" stroke="#cfc4b2" strokeWidth="2" />
    </svg>
  )
}
