import { useEffect, useRef, useState } from 'react'
import type { Track } from '../../../api/contract/music'
import { useConnection } from '../../offline/connection'
import { autoSaveTrack, canSaveTracks, notePlayed } from '../../offline/offline-tracks'
import { useOfflineTracks } from './offline-tracks.store'
import { usePlayer } from './player.store'

/** Plays one track in an `<audio>` element; of all tracks of a page, one plays at a time. */
export function useTrackAudio(track: Track) {
  const audio = useRef<HTMLAudioElement>(null)
  const isCurrent = usePlayer((player) => player.trackId === track._id)
  const isPlaying = usePlayer((player) => player.isPlaying && player.trackId === track._id)
  const volume = usePlayer((player) => player.volume)
  const isMuted = usePlayer((player) => player.isMuted)
  const { started, stopped } = usePlayer.getState()
  const [position, setPosition] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const isSaved = useOfflineTracks(({ tracks }) => tracks.has(track.mp3FilePath))

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

  return {
    ...{ isCurrent, isPlaying, position, hasFailed, toggle, seek },
    /** The properties of the element. */
    element: {
      ref: audio,
      src: track.mp3FilePath,
      preload: 'none',
      controls: true,
      onPlay: handlePlay,
      onPause: () => stopped(track._id),
      onEnded: handleEnded,
      onTimeUpdate: () => setPosition(audio.current?.currentTime ?? 0),
      onError: handleError,
    } as const,
  }
}

/** Logs a failure without reporting it to the visitor: automatic saving is optional. */
const logFailure = (saving: Promise<void>) =>
  saving.catch((error: unknown) => console.debug('Not kept:', error))
