import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { autoSaveTrack, canSaveTracks, notePlayed } from '../../offline/kept-tracks'
import { AudioControls } from './AudioControls'
import { Cover } from './Cover'
import { KeepOffline } from './KeepOffline'
import { useOfflineTracks } from './kept.store'
import { playTime } from './play-time'
import { usePlayer } from './player.store'
import styles from './TrackList.module.css'

/** One track: sleeve, name and audio controls. Without scripts, the browser's own audio controls are displayed. */
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
  const isSaved = useOfflineTracks(({ tracks }) => tracks.has(track.mp3FilePath))
  // False until the offline tracks are loaded, so that the play button is not hidden too early.
  const isMissing = useOfflineTracks(
    ({ isLoaded, tracks }) => isLoaded && !tracks.has(track.mp3FilePath),
  )
  const isUnplayable = !isReachable && isMissing && !isPlaying

  useEffect(() => {
    if (!isCurrent) audio.current?.pause()
  }, [isCurrent])
  useEffect(() => {
    if (!audio.current) return
    audio.current.volume = volume
    audio.current.muted = isMuted
  }, [volume, isMuted])
  // An audio element that is removed from the document stops without a `pause` event.
  useEffect(() => () => stopped(track._id), [stopped, track._id])

  function toggle() {
    const element = audio.current
    if (!element) return
    setFailed(false)
    if (isPlaying) return element.pause()
    if (element.error) element.load()
    element.play().catch((error: unknown) => {
      // No failure: the track was paused before playback began, or the browser requires another tap.
      if (error instanceof DOMException && /^(Abort|NotAllowed)Error$/.test(error.name)) return
      console.error('Playing failed:', error)
      setFailed(true)
    })
  }

  function handlePlay() {
    started(track._id)
    if (isSaved) logFailure(notePlayed(track.mp3FilePath))
  }

  function handleEnded() {
    setPosition(0)
    if (canSaveTracks()) logFailure(autoSaveTrack(track))
  }

  function handleError() {
    setFailed(true)
    // The device may be offline, in which case the message differs.
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
        {isUnplayable ? (
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
            onPlay={handlePlay}
            onPause={() => stopped(track._id)}
            onEnded={handleEnded}
            onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
            onError={handleError}
          >
            Your browser does not support the audio tag.
          </audio>
        </div>
        {isUnplayable ? (
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
        {hasFailed && !isUnplayable && (
          <p role="alert" className={styles.failure}>
            This track can’t be played right now.
          </p>
        )}
      </div>
      <KeepOffline track={track} />
    </li>
  )
}

/** Logs a failure without reporting it to the visitor: automatic saving is optional. */
const logFailure = (saving: Promise<void>) =>
  saving.catch((error: unknown) => console.debug('Not kept:', error))
