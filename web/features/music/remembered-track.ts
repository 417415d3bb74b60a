import type { Track } from '../../../api/contract/music'
import { storage } from '../../browser/storage'
import { rememberedTrackKey } from './player-element'

interface Remembered {
  track: Track
  /** Seconds. */
  position: number
}

/** Remembers the current track and the position in it, so that a reload does not lose them. */
export function rememberTrack({ track, position }: Remembered): void {
  storage.set(rememberedTrackKey, JSON.stringify({ track, position: Math.floor(position) }))
}

/** The track that was current when the site was last open; undefined if there was none. */
export function rememberedTrack(): Remembered | undefined {
  const { track, position } = (storage.getObject(rememberedTrackKey) ?? {}) as Partial<Remembered>
  if (typeof track?._id !== 'string' || typeof track.mp3FilePath !== 'string') return
  return { track, position: Number(position) || 0 }
}

export const forgetTrack = (): void => storage.remove(rememberedTrackKey)
