import { useEffect } from 'react'
import type { Track } from '../../../api/contract/music'
import { storage } from '../../browser/storage'
import { useConnection } from '../../offline/connection'
import { autoSaveTrack, canSaveTracks, notePlayed } from '../../offline/offline-tracks'
import { volumeOf } from './loudness'
import { useMediaSession } from './media-session'
import { useOfflineTracks } from './offline-tracks.store'
import { nextIn } from './play-queue'
import { usePlayer } from './player.store'
import { playerElementId, rememberedTrackKey } from './player-element'
import { handlePlayerKey } from './player-keys'
import { keepQueueWhole } from './whole-queue'

/** Seconds. */
const [rememberInterval, prefetchBefore, notedAfter] = [5, 20, 5]

/** Everything besides playback: the queue, the volume, keys, the lock screen, the remembered position, other tabs, and saving
 * played tracks.
 * @param load fetches all tracks */
export function usePlayerServices(load: () => Promise<readonly Track[]>): void {
  useRememberedTrack()
  useWholeQueue(load)
  usePlayableTracks()
  useVolume()
  useMediaSession()
  useRememberPosition()
  useSavingOfPlayedTracks()
  usePrefetch()
  useOneTab()
  useEffect(() => {
    addEventListener('keydown', handlePlayerKey)
    return () => removeEventListener('keydown', handlePlayerKey)
  }, [])
}

const playerElement = () => document.getElementById(playerElementId) as HTMLAudioElement | null

/** Shows the track that was current when the site was last open. */
function useRememberedTrack() {
  useEffect(() => {
    const stored = storage.getObject(rememberedTrackKey)
    const track = stored?.['track'] as Track | undefined
    if (typeof track?._id !== 'string' || typeof track.mp3FilePath !== 'string') return
    if (!usePlayer.getState().track)
      usePlayer.getState().cue(track, Number(stored?.['position']) || 0)
  }, [])
}

/** Loads the list of all tracks, and makes it the queue, so that playing goes on after the tracks of a page. */
function useWholeQueue(load: () => Promise<readonly Track[]>) {
  useEffect(() => {
    let stop = () => {}
    load().then(
      (tracks) => {
        stop = keepQueueWhole(tracks)
        const { track, isPlaying, album } = usePlayer.getState()
        if (album !== undefined) return
        const listed = tracks.find(({ _id }) => _id === track?._id)
        // The band may have replaced the file of a remembered track.
        if (listed && !isPlaying) return usePlayer.setState({ track: listed, queue: tracks })
        if (listed || isPlaying) return usePlayer.setState({ queue: tracks })
        // The band has taken the remembered track off the list.
        usePlayer.getState().putAway()
      },
      (error: unknown) => console.debug('The queue stays as it is:', error),
    )
    return () => stop()
  }, [load])
}

/** Without a connection, only the tracks that are saved on this device are played. */
function usePlayableTracks() {
  useEffect(() => {
    usePlayer.setState({
      isPlayable: ({ mp3FilePath }) =>
        useConnection.getState().isReachable || useOfflineTracks.getState().tracks.has(mp3FilePath),
    })
    return useOfflineTracks.getState().watch()
  }, [])
}

/** Applies the visitor's volume, and makes all tracks equally loud. */
function useVolume() {
  const volume = usePlayer((player) => player.volume)
  const isMuted = usePlayer((player) => player.isMuted)
  const gain = usePlayer((player) => player.track?.gain)
  useEffect(() => {
    const element = playerElement()
    if (!element) return
    element.volume = volumeOf(volume, gain)
    element.muted = isMuted
  }, [volume, isMuted, gain])
}

/** Remembers the track and every few seconds the position in it, for the next visit. */
function useRememberPosition() {
  useEffect(() => {
    function remember() {
      const { track, position } = usePlayer.getState()
      if (!track) return
      storage.set(rememberedTrackKey, JSON.stringify({ track, position: Math.floor(position) }))
    }
    const stepOf = (position: number) => Math.floor(position / rememberInterval)
    const stop = usePlayer.subscribe(({ track, position }, before) => {
      if (!track && before.track) return storage.remove(rememberedTrackKey)
      if (track !== before.track || stepOf(position) !== stepOf(before.position)) remember()
    })
    remember()
    addEventListener('pagehide', remember)
    return () => {
      stop()
      removeEventListener('pagehide', remember)
    }
  }, [])
}

/** Saves tracks that were played to their end for playing offline, and records when saved tracks were played for a few
 * seconds. */
function useSavingOfPlayedTracks() {
  useEffect(() => {
    const element = playerElement()
    if (!element) return
    const stopping = new AbortController()
    const { signal } = stopping
    // The player's own `ended` listener runs first and starts the next track; the last `timeupdate` identifies the track
    // that ended.
    let current: Track | undefined
    /** The track whose time of playing is recorded. */
    let noted: Track | undefined
    function noteProgress() {
      current = usePlayer.getState().track
      if (!element || !current || current === noted || element.currentTime < notedAfter) return
      noted = current
      if (useOfflineTracks.getState().tracks.has(current.mp3FilePath))
        logFailure(notePlayed(current.mp3FilePath))
    }
    function saveEnded() {
      if (current && canSaveTracks()) logFailure(autoSaveTrack(current))
    }
    element.addEventListener('timeupdate', noteProgress, { signal })
    element.addEventListener('ended', saveEnded, { signal })
    // The device may be offline, in which case the message differs.
    element.addEventListener('error', () => void useConnection.getState().probe(), { signal })
    return () => stopping.abort()
  }, [])
}

/** Fetches the next track shortly before the end of the current one, so that there is no gap. The browser's HTTP cache
 * keeps it, because the content at its address never changes. */
function usePrefetch() {
  const isNearEnd = usePlayer(
    ({ track, position, isPlaying }) =>
      isPlaying && track !== undefined && track.duration - position < prefetchBefore,
  )
  useEffect(() => {
    const { queue, track, isPlayable } = usePlayer.getState()
    const next = isNearEnd && track ? nextIn(queue, track, isPlayable) : undefined
    if (!next || !useConnection.getState().isReachable) return
    fetch(next.mp3FilePath, { priority: 'low' })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => console.debug('Not fetched in advance:', error))
  }, [isNearEnd])
}

/** Pauses this tab when another tab of the site begins to play. */
function useOneTab() {
  useEffect(() => {
    const channel = new BroadcastChannel('playing')
    const tellOthers = () => channel.postMessage(null)
    channel.onmessage = () => playerElement()?.pause()
    // The first track may already play.
    if (usePlayer.getState().isPlaying) tellOthers()
    const stop = usePlayer.subscribe(({ isPlaying }, before) => {
      if (isPlaying && !before.isPlaying) tellOthers()
    })
    return () => {
      stop()
      channel.close()
    }
  }, [])
}

/** Logs a failure without reporting it to the visitor: automatic saving is optional. */
const logFailure = (saving: Promise<void>) =>
  void saving.catch((error: unknown) => console.debug('Not saved:', error))
