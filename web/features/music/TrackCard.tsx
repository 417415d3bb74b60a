import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { canKeep, keepPlayed, notePlayed } from '../../offline/kept-tracks'
import { AudioControls } from './AudioControls'
import { Cover } from './Cover'
import { KeepOffline } from './KeepOffline'
import { useKept } from './kept.store'
import { playTime } from './play-time'
import { usePlayer } from './player.store'
import styles from './TrackList.module.css'

/** One record: sleeve, name, and its audio. Without scripts the browser's own controls do. */
export function TrackCard({ track }: { track: Track }) {
  const audio = useRef<HTMLAudioElement>(null)
  const isCurrent = usePlayer((player) => player.trackId === track._id)
  const isPlaying = usePlayer((player) => player.isPlaying && player.trackId === track._id)
  const volume = usePlayer((player) => player.volume)
  const isMuted = usePlayer((player) => player.isMuted)
  const { started, stopped } = usePlayer.getState()
  const [position, setPosition] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const isReachable = useConnection((connection) => connection.isReachable)
  const isKept = useKept(({ tracks }) => tracks.has(track.mp3FilePath))
  // Until it is known, a press may well lead to something.
  const isMissing = useKept(({ isKnown, tracks }) => isKnown && !tracks.has(track.mp3FilePath))
  const isBeyondReach = !isReachable && isMissing && !isPlaying

  useEffect(() => {
    if (!isCurrent) audio.current?.pause()
  }, [isCurrent])
  useEffect(() => {
    if (!audio.current) return
    audio.current.volume = volume
    audio.current.muted = isMuted
  }, [volume, isMuted])
  // An element that leaves the page falls silent without a word.
  useEffect(() => () => stopped(track._id), [stopped, track._id])

  function toggle() {
    const element = audio.current
    if (!element) return
    setFailed(false)
    if (isPlaying) return element.pause()
    if (element.error) element.load()
    element.play().catch((error: unknown) => {
      // Pausing before the sound begins is no failure, and a browser that wants another tap is none.
      if (error instanceof DOMException && /^(Abort|NotAllowed)Error$/.test(error.name)) return
      console.error('Playing failed:', error)
      setFailed(true)
    })
  }

  function noteStart() {
    started(track._id)
    if (isKept) remember(notePlayed(track.mp3FilePath))
  }

  function noteEnd() {
    setPosition(0)
    if (canKeep()) remember(keepPlayed(track))
  }

  function noteError() {
    setFailed(true)
    // The phone may be alone, and that is another story.
    void useConnection.getState().probe()
  }

  function seek(to: number) {
    if (audio.current) audio.current.currentTime = to
    setPosition(to)
  }

  return (
    <li className={isPlaying ? `${styles.track} ${styles.playing}` : styles.track}>
      <div className={styles.sleeve}>
        <div className={styles.vinyl} />
        <div className={styles.cover}>
          <Cover name={track.name} />
        </div>
        {isBeyondReach ? (
          <p className={styles.beyond}>Not saved on this phone</p>
        ) : (
          <button
            type="button"
            className={styles.play}
            data-needs-scripts
            aria-label={`${isPlaying ? 'Pause' : 'Play'} ${track.name}`}
            onClick={toggle}
          >
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </button>
        )}
      </div>
      <h2 className={styles.name}>{track.name}</h2>{' '}
      <p className={styles.by}>
        {track.artist} · {track.location}
      </p>{' '}
      <div className={styles.controls}>
        <div className={styles.native} data-plain-only>
          {/* biome-ignore lint/a11y/useMediaCaption: music; there is nothing spoken to caption */}
          <audio
            ref={audio}
            src={track.mp3FilePath}
            preload="none"
            controls
            onPlay={noteStart}
            onPause={() => stopped(track._id)}
            onEnded={noteEnd}
            onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
            onError={noteError}
          >
            Your browser does not support the audio tag.
          </audio>
        </div>
        {isBeyondReach ? (
          <span className={`${styles.time} ${styles.length}`}>{playTime(track.duration)}</span>
        ) : (
          <AudioControls
            trackName={track.name}
            position={position}
            duration={track.duration}
            isCurrent={isCurrent}
            onSeek={seek}
          />
        )}
        {hasFailed && !isBeyondReach && (
          <p role="alert" className={styles.failure}>
            This track can’t be played right now.
          </p>
        )}
      </div>
      <KeepOffline track={track} />
    </li>
  )
}

/** What is merely convenient to have may fail without a word to the listener. */
const remember = (keeping: Promise<void>) =>
  keeping.catch((error: unknown) => console.debug('Not kept:', error))
