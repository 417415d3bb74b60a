import ChevronDown from 'lucide-react/icons/chevron-down'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import type { ReactNode } from 'react'
import type { Track } from '../../../api/contract/music'
import { playTime } from '../../../api/shared/play-time'
import { isAppleTouchDevice } from '../../browser/apple-touch-device'
import { TextButton } from '../../ui/Button'
import { roundClass } from '../../ui/round-button'
import { ShareButton } from '../../ui/ShareButton'
import { useModal } from '../../ui/use-modal'
import styles from './FullPlayer.module.css'
import { PlayerButtons } from './PlayerButtons'
import { usePlayer, useSecond } from './player.store'
import { SeekSlider } from './SeekSlider'
import { Turntable } from './Turntable'
import { trackLink } from './track-links'
import { useIsPlayable } from './use-is-playable'
import { usePlayerNotice } from './use-player-notice'
import { usePullDown } from './use-pull-down'

interface FullPlayerProps {
  track: Track
  /** Absolute origin of the public site. */
  site: string
  onClose: () => void
  /** The live region for screen readers. */
  children: ReactNode
}

/** The player on the whole screen, with the queue. */
export function FullPlayer({ track, site, onClose, children }: FullPlayerProps) {
  const notice = usePlayerNotice()
  const modal = useModal(onClose)
  const pull = usePullDown(modal.ref, onClose)

  function putAway() {
    onClose()
    usePlayer.getState().putAway()
  }

  return (
    <dialog {...modal} className={styles.full} aria-label="Player">
      <div className={styles.now} {...pull}>
        <button
          type="button"
          className={`${roundClass} ${styles.close}`}
          aria-label="Close the player"
          onClick={onClose}
        >
          <ChevronDown aria-hidden />
        </button>
        <Turntable track={track} />
        <h2 className={styles.name}>{track.name}</h2>
        <p className={styles.by}>{notice ?? `${track.artist}, ${track.location}`}</p>
        <SeekSlider track={track} />
        <Times duration={track.duration} />
        <PlayerButtons />
        <div className={styles.more}>
          {canSetVolume() && <Volume />}
          <ShareTrack track={track} site={site} />
          <TextButton onClick={putAway}>Put the record away</TextButton>
        </div>
      </div>
      <Queue current={track} />
      {children}
    </dialog>
  )
}

function Times({ duration }: { duration: number }) {
  const second = useSecond()
  return (
    <p className={styles.times}>
      <span>{playTime(second)}</span>
      <span>{playTime(duration)}</span>
    </p>
  )
}

function ShareTrack({ track, site }: { track: Track; site: string }) {
  const link = () => trackLink(site, track, usePlayer.getState().position)
  return <ShareButton title={track.name} text={`${track.name} by ${track.artist}`} url={link} />
}

/** On iPhones and iPads, only the hardware buttons change the volume; setting it from a page has no effect. */
const canSetVolume = () => !isAppleTouchDevice()

function Volume() {
  const volume = usePlayer((player) => player.volume)
  const isMuted = usePlayer((player) => player.isMuted)
  const { setVolume, toggleMuted } = usePlayer.getState()
  const shown = isMuted ? 0 : volume
  return (
    <div className={styles.volume}>
      <button
        type="button"
        className={roundClass}
        aria-label={isMuted ? 'Unmute' : 'Mute'}
        onClick={toggleMuted}
      >
        {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </button>
      <input
        type="range"
        className={styles.volumeSlider}
        aria-label="Volume"
        aria-valuetext={`${Math.round(shown * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={shown}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

function Queue({ current }: { current: Track }) {
  const queue = usePlayer((player) => player.queue)
  const isPlayable = useIsPlayable()
  const { toggle } = usePlayer.getState()
  if (queue.length < 2) return
  return (
    <div className={styles.queue}>
      <h3>The set</h3>
      <ol>
        {queue.map((track, index) => {
          const isCurrent = track._id === current._id
          const isMissing = !isCurrent && !isPlayable(track)
          return (
            <li key={track._id}>
              <button
                type="button"
                className={styles.entry}
                aria-current={isCurrent ? 'true' : undefined}
                aria-disabled={isMissing}
                onClick={() => isMissing || toggle(track)}
              >
                <span className={styles.number}>{index + 1}</span>
                <span className={styles.entryName}>{track.name}</span>
                <span className={styles.length}>
                  {isMissing ? 'Not saved on this device' : playTime(track.duration)}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
