import { create } from 'zustand'
import type { Track } from '../../../api/contract/music'
import {
  canKeep,
  forgetTrack,
  type KeptTrack,
  keepTrack,
  keptTracks,
  onKeptChange,
} from '../../offline/kept-tracks'
import { fileSize } from '../../ui/file-size'

interface Download {
  /** From 0 to 1. */
  part: number
  cancel: () => void
}

interface Kept {
  /** Whether this browser can keep tracks; believed until it was asked, for nearly every one can. */
  isAble: boolean
  /** Whether it was looked at what is kept. */
  isKnown: boolean
  /** By path. */
  tracks: ReadonlyMap<string, KeptTrack>
  /** By path. */
  downloads: ReadonlyMap<string, Download>
  /** Why a track could not be kept, by path. */
  failures: ReadonlyMap<string, string>
  /** What the browser lets this site keep, in bytes, where it says so. */
  quota: number | undefined
  /** Whether all tracks are being kept, one after the other. */
  isKeepingAll: boolean
  /** Whether it could not even be found out which all are. */
  hasListFailed: boolean
  /** Looks at what is kept, now and after each change.
   * @returns how to stop */
  watch: () => () => void
  keep: (track: Track) => Promise<void>
  /** One after the other, as far as they are not kept yet. */
  keepAll: (load: () => Promise<readonly Track[]>) => Promise<void>
  cancelAll: () => void
  remove: (path: string) => Promise<void>
}

/** Milliseconds. */
const doubleTap = 500

/** The tracks on this phone, and those on their way. */
export const useKept = create<Kept>()((set, get) => {
  let isStopped = false

  async function look() {
    const tracks = new Map((await keptTracks()).map((track) => [track.path, track]))
    const estimate = await navigator.storage?.estimate?.()
    set({ isAble: true, isKnown: true, tracks, quota: estimate?.quota })
  }

  const lookQuietly = () =>
    look().catch((error: unknown) => {
      console.debug('Nothing can be kept:', error)
      set({ isAble: false, isKnown: true })
    })

  const setDownload = (path: string, download: Download | undefined) =>
    set({ downloads: changed(get().downloads, path, download) })
  const setFailure = (path: string, failure: string | undefined) =>
    set({ failures: changed(get().failures, path, failure) })

  async function keep(track: Track) {
    const { mp3FilePath: path } = track
    if (get().downloads.has(path)) return
    const abort = new AbortController()
    const startedAt = performance.now()
    // 'Cancel' comes where 'Keep offline' was: the second tap of a double one is not meant for it.
    const cancel = () => {
      if (performance.now() - startedAt > doubleTap) abort.abort()
    }
    const isFirst = ![...get().tracks.values()].some(({ isOnPurpose }) => isOnPurpose)
    setFailure(path, undefined)
    setDownload(path, { part: 0, cancel })
    try {
      const onProgress = (part: number) => setDownload(path, { part, cancel })
      await keepTrack(track, { onProgress, signal: abort.signal })
      // Asked once there is something to lose, so that the browser can see why. It may ask the person, and nothing
      // waits for their answer.
      if (isFirst) navigator.storage?.persist?.().catch(() => undefined)
    } catch (error) {
      if (!abort.signal.aborted) setFailure(path, failureOf(error, track))
    } finally {
      await lookQuietly()
      setDownload(path, undefined)
    }
  }

  return {
    isAble: true,
    isKnown: false,
    tracks: new Map(),
    downloads: new Map(),
    failures: new Map(),
    quota: undefined,
    isKeepingAll: false,
    hasListFailed: false,
    watch() {
      if (!canKeep()) {
        set({ isAble: false, isKnown: true })
        return () => {}
      }
      lookQuietly()
      return onKeptChange(lookQuietly)
    },
    keep,
    async keepAll(load) {
      isStopped = false
      set({ isKeepingAll: true, hasListFailed: false })
      try {
        for (const track of await load()) {
          if (isStopped) break
          if (!get().tracks.get(track.mp3FilePath)?.isOnPurpose) await keep(track)
          if (get().failures.has(track.mp3FilePath)) break
        }
      } catch (error) {
        console.error('The list of tracks could not be read:', error)
        set({ hasListFailed: true })
      } finally {
        set({ isKeepingAll: false })
      }
    },
    cancelAll() {
      isStopped = true
      for (const { cancel } of get().downloads.values()) cancel()
    },
    remove: (path) => forgetTrack(path),
  }
})

function changed<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined) {
  const copy = new Map(map)
  if (value === undefined) copy.delete(key)
  else copy.set(key, value)
  return copy
}

function failureOf(error: unknown, { size }: Track): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  if (!isFull) console.error('Keeping a track failed:', error)
  return isFull
    ? `There is not enough room on this phone: ${fileSize(size)} are needed. Nothing was kept.`
    : 'The track could not be fetched whole. Nothing was kept. Please try again.'
}
