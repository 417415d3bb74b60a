import { useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { playTime } from '../../../api/shared/play-time'
import { Announcer, VisuallyHidden } from '../../ui/VisuallyHidden'
import { Cover } from './Cover'
import { FullPlayer } from './FullPlayer'
import { withMovingSleeve } from './moving-sleeve'
import styles from './Player.module.css'
import { PlayerButtons } from './PlayerButtons'
import { usePlayer, useSecond } from './player.store'
import { SeekSlider } from './SeekSlider'
import { usePlayerNotice } from './use-player-notice'
import { usePlayerServices } from './use-player-services'
import { useSwipeUp } from './use-swipe-up'

export interface PlayerProps {
  /** Fetches all tracks. */
  load: () => Promise<readonly Track[]>
  /** Absolute origin of the public site. */
  site: string
}

/** The controls of the current track: a bar at the foot of the window, which opens to the whole screen. */
export default function Player({ load, site }: PlayerProps) {
  const track = usePlayer((player) => player.track)
  const isPlaying = usePlayer((player) => player.isPlaying)
  const [isOpen, setOpen] = useState(false)
  usePlayerServices(load)
  const player = useRef<HTMLElement>(null)
  const show = (isShown: boolean) =>
    player.current && withMovingSleeve(player.current, () => setOpen(isShown))
  const swipe = useSwipeUp(() => isOpen || show(true))
  // Otherwise, the next track would open the full player.
  if (!track && isOpen) setOpen(false)
  if (!track) return null
  return (
    <section
      ref={player}
      className={styles.player}
      aria-label="Player"
      data-no-print
      data-playing={isPlaying || undefined}
      {...swipe}
    >
      <Bar track={track} onOpen={() => show(true)} />
      {/* Screen readers announce nothing that is outside of an open dialog. */}
      {isOpen ? (
        <FullPlayer track={track} site={site} onClose={() => show(false)}>
          <Announcement track={track} />
        </FullPlayer>
      ) : (
        <Announcement track={track} />
      )}
    </section>
  )
}

function Bar({ track, onOpen }: { track: Track; onOpen: () => void }) {
  const notice = usePlayerNotice()
  return (
    <>
      <SeekSlider track={track} className={styles.progress} />
      <div className={styles.bar}>
        <button type="button" className={styles.title} aria-haspopup="dialog" onClick={onOpen}>
          <span className={styles.sleeve} data-sleeve>
            <Cover track={track} />
          </span>
          <span className={styles.words}>
            <strong>{track.name}</strong>
            <span className={styles.artist}>{notice ?? track.artist}</span>
            <VisuallyHidden>, open the player</VisuallyHidden>
          </span>
        </button>
        <PlayerButtons />
        <Remaining duration={track.duration} />
      </div>
    </>
  )
}

function Remaining({ duration }: { duration: number }) {
  const second = useSecond()
  return <span className={styles.remaining}>−{playTime(duration - second)}</span>
}

function Announcement({ track }: { track: Track }) {
  const isPlaying = usePlayer((player) => player.isPlaying)
  const texts = [usePlayerNotice(), isPlaying && `Now playing: ${track.name} by ${track.artist}`]
  return <Announcer text={texts.filter(Boolean).join(' ')} />
}
