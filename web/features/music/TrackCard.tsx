import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { AudioControls } from './AudioControls'
import { Cover } from './Cover'
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
      // Pausing before the sound begins is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      console.error('Playing failed:', error)
      setFailed(true)
    })
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
        <button
          type="button"
          className={styles.play}
          aria-label={`${isPlaying ? 'Pause' : 'Play'} ${track.name}`}
          onClick={toggle}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </button>
      </div>
      <h2 className={styles.name}>{track.name}</h2>
      <p className={styles.by}>
        {track.artist} · {track.location}
      </p>
      <div className={styles.controls}>
        {/* biome-ignore lint/a11y/useMediaCaption: music; there is nothing spoken to caption */}
        <audio
          ref={audio}
          src={track.mp3FilePath}
          preload="none"
          controls
          onPlay={() => started(track._id)}
          onPause={() => stopped(track._id)}
          onEnded={() => setPosition(0)}
          onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
          onError={() => setFailed(true)}
        >
          Your browser does not support the audio tag.
        </audio>
        <AudioControls
          trackName={track.name}
          position={position}
          duration={track.duration}
          isCurrent={isCurrent}
          onSeek={seek}
        />
        {hasFailed && (
          <p role="alert" className={styles.failure}>
            This track can’t be played right now.
          </p>
        )}
      </div>
    </li>
  )
}
