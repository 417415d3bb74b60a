import { create } from 'zustand'

interface Player {
  /** The id of the track that is playing or was played last. */
  trackId: string | undefined
  isPlaying: boolean
  /** From 0 to 1, for all tracks. */
  volume: number
  isMuted: boolean
  started: (trackId: string) => void
  stopped: (trackId: string) => void
  setVolume: (volume: number) => void
  toggleMuted: () => void
}

/** The playback state, shared by all pages: one track plays at a time. */
export const usePlayer = create<Player>()((set, get) => ({
  trackId: undefined,
  isPlaying: false,
  volume: 1,
  isMuted: false,
  started: (trackId) => set({ trackId, isPlaying: true }),
  stopped(trackId) {
    if (get().trackId === trackId) set({ isPlaying: false })
  },
  setVolume: (volume) => set({ volume, isMuted: false }),
  toggleMuted: () => set({ isMuted: !get().isMuted }),
}))
