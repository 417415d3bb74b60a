import { create } from 'zustand'
import type { Track } from '../../../api/contract/music'
import {
  canSaveTracks,
  type OfflineTrack,
  offlineTracks,
  onOfflineTracksChange,
  removeTrack,
  saveTrack,
} from '../../offline/offline-tracks'
import { fileSize } from '../../ui/file-size'

interface Download {
  /** From 0 to 1. */
  progress: number
  cancel: () => void
}

interface OfflineTracks {
  /** Whether this browser can save tracks; true until it is checked, because nearly all browsers can. */
  isSupported: boolean
  /** Whether the offline tracks are loaded. */
  isLoaded: boolean
  /** The offline tracks by path. */
  tracks: ReadonlyMap<string, OfflineTrack>
  /** The running downloads by path. */
  downloads: ReadonlyMap<string, Download>
  /** Error messages for tracks that could not be saved, by path. */
  failures: ReadonlyMap<string, string>
  /** The browser's storage quota for this site in bytes; undefined if the browser does not report it. */
  quota: number | undefined
  /** Whether `saveAll` is running. */
  isSavingAll: boolean
  /** Whether the list of all tracks could not be loaded. */
  hasListFailed: boolean
  /** Loads the offline tracks now and after each change.
   * @returns a function that stops watching */
  watch: () => () => void
  save: (track: Track) => Promise<void>
  /** Saves all tracks that are not saved yet, one after the other, until the first failure. */
  saveAll: (load: () => Promise<readonly Track[]>) => Promise<void>
  cancelAll: () => void
  remove: (path: string) => Promise<void>
}

/** Milliseconds. */
const doubleTapInterval = 500

/** The offline tracks and the running downloads. */
export const useOfflineTracks = create<OfflineTracks>()((set, get) => {
  /** Whether `saveAll` was cancelled. */
  let isStopped = false

  async function refresh() {
    const tracks = new Map((await offlineTracks()).map((track) => [track.path, track]))
    const estimate = await navigator.storage?.estimate?.()
    set({ isSupported: true, isLoaded: true, tracks, quota: estimate?.quota })
  }

  const tryRefresh = () =>
    refresh().catch((error: unknown) => {
      console.debug('Nothing can be kept:', error)
      set({ isSupported: false, isLoaded: true })
    })

  const setDownload = (path: string, download: Download | undefined) =>
    set({ downloads: changed(get().downloads, path, download) })
  const setFailure = (path: string, failure: string | undefined) =>
    set({ failures: changed(get().failures, path, failure) })

  async function save(track: Track) {
    const { mp3FilePath: path } = track
    if (get().downloads.has(path)) return
    const abort = new AbortController()
    const startedAt = performance.now()
    // 'Cancel' replaces the save button, so the second tap of a double tap is ignored.
    const cancel = () => {
      if (performance.now() - startedAt > doubleTapInterval) abort.abort()
    }
    const isFirst = ![...get().tracks.values()].some(({ isOnPurpose }) => isOnPurpose)
    setFailure(path, undefined)
    setDownload(path, { progress: 0, cancel })
    try {
      const onProgress = (progress: number) => setDownload(path, { progress, cancel })
      await saveTrack(track, { onProgress, signal: abort.signal })
      // Requested with the first saved track, when the purpose is clear. The browser may show a permission prompt, so
      // the result is not awaited.
      if (isFirst) navigator.storage?.persist?.().catch(() => undefined)
    } catch (error) {
      if (!abort.signal.aborted) setFailure(path, failureOf(error, track))
    } finally {
      await tryRefresh()
      setDownload(path, undefined)
    }
  }

  return {
    isSupported: true,
    isLoaded: false,
    tracks: new Map(),
    downloads: new Map(),
    failures: new Map(),
    quota: undefined,
    isSavingAll: false,
    hasListFailed: false,
    watch() {
      if (!canSaveTracks()) {
        set({ isSupported: false, isLoaded: true })
        return () => {}
      }
      tryRefresh()
      return onOfflineTracksChange(tryRefresh)
    },
    save,
    async saveAll(load) {
      isStopped = false
      set({ isSavingAll: true, hasListFailed: false })
      try {
        for (const track of await load()) {
          if (isStopped) break
          if (!get().tracks.get(track.mp3FilePath)?.isOnPurpose) await save(track)
          if (get().failures.has(track.mp3FilePath)) break
        }
      } catch (error) {
        console.error('The list of tracks could not be read:', error)
        set({ hasListFailed: true })
      } finally {
        set({ isSavingAll: false })
      }
    },
    cancelAll() {
      isStopped = true
      for (const { cancel } of get().downloads.values()) cancel()
    },
    remove: (path) => removeTrack(path),
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
    ? `There is not enough room on this device: ${fileSize(size)} are needed. Nothing was saved.`
    : 'The track could not be fetched whole. Nothing was saved. Please try again.'
}
