import { create } from 'zustand'

interface Player {
  /** The track whose sound is heard, or was last. */
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

/** What plays, apart from any page: one track at a time. */
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
