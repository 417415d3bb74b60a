import { Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { isAppleTouchDevice } from '../../browser/apple-touch-device'
import { playTime, spokenTime } from './play-time'
import { usePlayer } from './player.store'
import styles from './TrackList.module.css'

interface AudioControlsProps {
  trackName: string
  /** Seconds. */
  position: number
  /** Seconds. */
  duration: number
  isCurrent: boolean
  onSeek: (position: number) => void
}

const played = (part: number) => ({ '--played': `${part * 100}%` }) as CSSProperties

/** The position slider, times and volume of one track. The play button is on the sleeve. */
export function AudioControls(props: AudioControlsProps) {
  const { trackName, position, duration, isCurrent, onSeek } = props
  return (
    <>
      <span className={styles.time} data-needs-scripts>
        {playTime(position)}
      </span>{' '}
      <input
        type="range"
        className={styles.slider}
        data-needs-scripts
        style={played(duration > 0 ? position / duration : 0)}
        aria-label={`Seek in ${trackName}`}
        aria-valuetext={`${spokenTime(position)} of ${spokenTime(duration)}`}
        min={0}
        max={duration}
        step={1}
        value={position}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
      <span className={`${styles.time} ${styles.length}`} data-needs-scripts>
        {playTime(duration)}
      </span>
      {isCurrent && canSetVolume() && <Volume />}
    </>
  )
}

/** On iPhones and iPads, only the hardware buttons change the volume; setting it from a page has no effect. */
const canSetVolume = () => !isAppleTouchDevice()

function Volume() {
  const volume = usePlayer((player) => player.volume)
  const isMuted = usePlayer((player) => player.isMuted)
  const { setVolume, toggleMuted } = usePlayer.getState()
  return (
    <div className={styles.volume}>
      <button
        type="button"
        className={styles.mute}
        aria-label={isMuted ? 'Unmute' : 'Mute'}
        onClick={toggleMuted}
      >
        {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </button>
      <input
        type="range"
        className={styles.slider}
        style={played(isMuted ? 0 : volume)}
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}
