import { create } from 'zustand'
import type { Track } from '../../../api/contract/music'
import { nextIn, previousIn } from './play-queue'

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
  /** Connects the player with the page's audio element.
   * @returns a function that disconnects it */
  attach: (audio: HTMLAudioElement) => () => void
  /** Plays or pauses a track; without one, the current track.
   * @param queue the tracks that are played after it; by default, the current ones */
  toggle: (track?: Track, queue?: readonly Track[]) => void
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
 * share. It is small, because every page loads it; its controls are loaded with the first track. */
export const usePlayer = create<Player>()((set, get) => {
  let audio: HTMLAudioElement | undefined

  /** Plays a track in the element. Calls `play` at once: browsers allow it during a press, and home screen apps on
   * iPhones during the `ended` event only. */
  function start(track: Track, position: number) {
    if (!audio) return
    set({ track, position, hasFailed: false })
    const url = new URL(track.mp3FilePath, location.href).href
    if (audio.src !== url || audio.error) audio.src = url
    if (Math.abs(audio.currentTime - position) > 1) audio.currentTime = position
    audio.play().catch((error: unknown) => {
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
    attach(element) {
      audio = element
      const stopping = new AbortController()
      const on = (event: string, listener: () => void) =>
        element.addEventListener(event, listener, { signal: stopping.signal })
      on('play', () => set({ isPlaying: true, hasFailed: false }))
      on('pause', () => set({ isPlaying: false }))
      on('timeupdate', () => set({ position: element.currentTime }))
      on('ended', handleEnded)
      on('error', () => set({ hasFailed: true, isPlaying: false }))
      return () => {
        stopping.abort()
        element.pause()
        audio = undefined
      }
    },
    toggle(track = get().track, queue = get().queue) {
      if (!track) return
      const isCurrent = track._id === get().track?._id
      if (isCurrent && get().isPlaying) return audio?.pause()
      set({ queue: queue.length > 0 ? queue : [track] })
      start(track, isCurrent ? get().position : 0)
    },
    cue(track, position) {
      set({ track, position, queue: [track], hasFailed: false })
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
