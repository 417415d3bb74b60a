import { useEffect, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { isHydrated } from '../../hydration/hydration'
import styles from './PlainAudio.module.css'

/** The browser's own audio controls, for pages without scripts. With scripts, all tracks are played in one audio
 * element, so this one is removed. */
export function PlainAudio({ track }: { track: Track }) {
  const [isPlain, setPlain] = useState(() => import.meta.env.SSR || !isHydrated())
  useEffect(() => setPlain(false), [])
  if (!isPlain) return
  return (
    <div className={styles.native} data-plain-only>
      {/* biome-ignore lint/a11y/useMediaCaption: music; there is nothing spoken to caption */}
      <audio src={track.mp3FilePath} preload="none" controls>
        Your browser does not support the audio tag.
      </audio>
    </div>
  )
}
