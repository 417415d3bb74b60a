import { create } from 'zustand'
import type { Track } from '../../../api/contract/music'
import { nextIn, previousIn } from './play-queue'
import { announceTrack, playerElementId } from './player-element'

interface Player {
  /** The track that is playing, or that was played last; undefined until the first one. */
  track: Track | undefined
  /** The tracks that are played one after the other. */
  queue: readonly Track[]
  isPlaying: boolean
  /** Seconds. */
  position: number
  /** Whether the current track can't be played. */
  hasFailed: boolean
  /** From 0 to 1. */
  volume: number
  isMuted: boolean
  /** Whether a track can be played now; by default, all can. */
  isPlayable: (track: Track) => boolean
  /** Plays or pauses a track; without one, the current track.
   * @param queue the list that contains the track; playback continues in its order. By default, the current one */
  toggle: (track?: Track, queue?: readonly Track[]) => void
  /** Plays a track from a position, also if another one is playing.
   * @param queue the list that contains the track; playback continues in its order
   * @param position seconds */
  play: (track: Track, queue: readonly Track[], position: number) => void
  /** Shows a track without playing it.
   * @param position seconds */
  cue: (track: Track, position: number) => void
  next: () => void
  previous: () => void
  /** @param position seconds */
  seek: (position: number) => void
  setVolume: (volume: number) => void
  toggleMuted: () => void
}

/** Seconds after which 'previous' returns to the beginning of the track. */
const restartAfter = 4

/** The player of the site: one track plays at a time, in the one audio element of the page's frame, which all pages
 * share. */
export const usePlayer = create<Player>()((set, get) => {
  let audio: HTMLAudioElement | undefined

  /** The element of the frame, with the player's listeners. */
  function element(): HTMLAudioElement | undefined {
    if (audio?.isConnected) return audio
    const found = document.getElementById(playerElementId)
    if (!(found instanceof HTMLAudioElement)) return
    audio = found
    found.addEventListener('play', () => set({ isPlaying: true, hasFailed: false }))
    found.addEventListener('pause', () => set({ isPlaying: false }))
    found.addEventListener('timeupdate', () => {
      const { position, hasFailed } = get()
      // Firefox reports an error if there is no audio device, and plays on: then the position advances.
      const isStillFailed = hasFailed && found.currentTime <= position
      set({
        position: found.currentTime,
        isPlaying: !found.paused && !isStillFailed,
        hasFailed: isStillFailed,
      })
    })
    found.addEventListener('ended', handleEnded)
    found.addEventListener('error', () => set({ hasFailed: true, isPlaying: false }))
    return found
  }

  /** Plays a track in the element. Calls `play` at once: browsers allow it during a press, and home screen apps on
   * iPhones during the `ended` event only. */
  function start(track: Track, position: number) {
    const player = element()
    if (!player) return
    set({ track, position, hasFailed: false })
    const url = new URL(track.mp3FilePath, location.href).href
    if (player.src !== url || player.error) player.src = url
    if (Math.abs(player.currentTime - position) > 1) player.currentTime = position
    player.play().catch((error: unknown) => {
      // No failure: playback was paused before it began, or the browser requires a press.
      if (error instanceof DOMException && /^(Abort|NotAllowed)Error$/.test(error.name)) return
      console.error('Playing failed:', error)
      set({ hasFailed: true, isPlaying: false })
    })
  }

  function handleEnded() {
    const { queue, track, isPlayable } = get()
    const next = track && nextIn(queue, track, isPlayable)
    if (next) start(next, 0)
    else set({ isPlaying: false, position: 0 })
  }

  return {
    track: undefined,
    queue: [],
    isPlaying: false,
    position: 0,
    hasFailed: false,
    volume: 1,
    isMuted: false,
    isPlayable: () => true,
    toggle(track = get().track, queue = get().queue) {
      if (!track) return
      const isCurrent = track._id === get().track?._id
      if (isCurrent && get().isPlaying) return element()?.pause()
      get().play(track, queue.length > 0 ? queue : [track], isCurrent ? get().position : 0)
    },
    play(track, queue, position) {
      set({ queue })
      start(track, position)
      announceTrack()
    },
    cue(track, position) {
      set({ track, position, queue: [track], hasFailed: false })
      announceTrack()
    },
    next() {
      const { queue, track, isPlayable } = get()
      const next = track && nextIn(queue, track, isPlayable)
      if (next) start(next, 0)
    },
    previous() {
      const { queue, track, position, isPlayable, seek } = get()
      const previous = track && previousIn(queue, track, isPlayable)
      if (position > restartAfter || !previous) seek(0)
      else start(previous, 0)
    },
    seek(position) {
      if (audio?.src) audio.currentTime = position
      set({ position })
    },
    setVolume: (volume) => set({ volume, isMuted: false }),
    toggleMuted: () => set({ isMuted: !get().isMuted }),
  }
})

/** Whether the track is playing, or was played last. */
export const useIsCurrent = ({ _id }: Track): boolean =>
  usePlayer((player) => player.track?._id === _id)

export const useIsPlaying = ({ _id }: Track): boolean =>
  usePlayer((player) => player.isPlaying && player.track?._id === _id)

/** Whether the track is the current one and could not be played. */
export const useHasFailed = ({ _id }: Track): boolean =>
  usePlayer((player) => player.hasFailed && player.track?._id === _id)
