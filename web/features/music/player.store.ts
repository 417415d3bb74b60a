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
  /** The tracks that could not be played and were skipped, since a person last chose one. */
  skipped: readonly Track[]
  /** The name of the album that plays, whose tracks are the queue; undefined for other queues. */
  album: string | undefined
  /** Whether a person pressed this track; false if the queue, next or previous reached it. */
  isChosen: boolean
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
   * @param position seconds
   * @param album the name of the album, if the queue is one */
  play: (track: Track, queue: readonly Track[], position: number, album?: string) => void
  /** Shows a track without playing it.
   * @param position seconds */
  cue: (track: Track, position: number) => void
  /** Ends playing and hides the player. */
  putAway: () => void
  next: () => void
  previous: () => void
  /** @param position seconds */
  seek: (position: number) => void
  setVolume: (volume: number) => void
  toggleMuted: () => void
}

/** Milliseconds from a failure to the next track. */
const skipAfter = 1_000
/** Seconds after which 'previous' returns to the beginning of the track. */
const restartAfter = 4

const initialState = {
  track: undefined,
  queue: [],
  isPlaying: false,
  position: 0,
  hasFailed: false,
  skipped: [],
  isChosen: false,
  album: undefined,
  volume: 1,
  isMuted: false,
  isPlayable: () => true,
}

/** The player of the site: one track plays at a time, in the one audio element of the page's frame, which all pages
 * share. */
export const usePlayer = create<Player>()((set, get) => {
  let audio: HTMLAudioElement | undefined
  /** How often a track was started. */
  let starts = 0

  /** The element of the frame, with the player's listeners. */
  function element(): HTMLAudioElement | undefined {
    if (audio?.isConnected) return audio
    const found = document.getElementById(playerElementId)
    if (!(found instanceof HTMLAudioElement)) return
    audio = found
    found.addEventListener('play', () => set({ isPlaying: true, hasFailed: false }))
    found.addEventListener('pause', () => set({ isPlaying: false }))
    found.addEventListener('timeupdate', () => {
      const { currentTime, paused } = found
      // Firefox reports an error if there is no audio device, and plays on: then the position advances.
      const hasFailed = get().hasFailed && currentTime <= get().position
      set({ position: currentTime, isPlaying: !paused && !hasFailed, hasFailed })
    })
    found.addEventListener('ended', () => {
      if (!startNext()) set({ isPlaying: false, position: 0 })
    })
    found.addEventListener('error', fail)
    return found
  }

  /** Marks the current track as failed. A track that a person pressed stays; any other is skipped after a second, because Firefox
   * may recover from the error. */
  function fail() {
    const { track, queue, hasFailed, isChosen } = get()
    set({ hasFailed: true, isPlaying: false })
    if (!track || hasFailed || isChosen) return
    const failedStart = starts
    setTimeout(() => {
      const { hasFailed: isFailed, skipped, isPlayable } = get()
      if (starts !== failedStart || !isFailed) return
      const failed = [...skipped, track]
      const isWorthTrying = (one: Track) => isPlayable(one) && !failed.includes(one)
      const next = nextIn(queue, track, isWorthTrying)
      set({ skipped: failed })
      if (next) start(next, 0)
    }, skipAfter)
  }

  /** Plays a track in the element. Calls `play` at once: browsers allow it during a press, and home screen apps on
   * iPhones during the `ended` event only. */
  function start(track: Track, position: number, isChosen = false) {
    const player = element()
    if (!player) return
    starts += 1
    set({ track, position, isChosen, hasFailed: false })
    const url = new URL(track.mp3FilePath, location.href).href
    if (player.src !== url || player.error) player.src = url
    if (Math.abs(player.currentTime - position) > 1) player.currentTime = position
    player.play().catch((error: unknown) => {
      // No failure: playback was paused before it began, or the browser requires a press.
      if (error instanceof DOMException && /^(Abort|NotAllowed)Error$/.test(error.name)) return
      console.error('Playing failed:', error)
      fail()
    })
  }

  /** @returns the next track; undefined at the end of the queue */
  function startNext() {
    const { queue, track, isPlayable } = get()
    const next = track && nextIn(queue, track, isPlayable)
    if (next) start(next, 0)
    return next
  }

  return {
    ...initialState,
    toggle(track = get().track, queue = get().queue) {
      if (!track) return
      const isCurrent = track._id === get().track?._id
      if (isCurrent && get().isPlaying) return element()?.pause()
      const { album, queue: known } = get()
      const wanted = queue.length > 0 ? queue : [track]
      const place = isCurrent ? get().position : 0
      get().play(track, wanted, place, wanted === known ? album : undefined)
    },
    play(track, queue, position, album) {
      set({ queue, album, skipped: [] })
      start(track, position, album === undefined)
      announceTrack()
    },
    putAway() {
      element()?.pause()
      // A track that has failed is not skipped any more.
      starts += 1
      const { queue, skipped, position } = initialState
      set({ track: undefined, album: undefined, hasFailed: false, queue, skipped, position })
    },
    cue(track, position) {
      set({ track, position, queue: [track], hasFailed: false })
      announceTrack()
    },
    next: startNext,
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

/** The position in whole seconds; components that use it are rendered at most once a second. */
export const useSecond = (): number => usePlayer((player) => Math.floor(player.position))

/** Whether the track could not be played: it is the current one, or was skipped. */
export const useHasFailed = ({ _id }: Track): boolean =>
  usePlayer(
    ({ hasFailed, track, skipped }) =>
      (hasFailed && track?._id === _id) || skipped.some((one) => one._id === _id),
  )
