import { create } from 'zustand'
import { storage } from '../browser/storage'

const storageKey = 'wishedSongs'
/** As many as an enquiry may have. */
export const maxSongs = 50

interface WishedSongs {
  /** The ids of the songs that the visitor wishes for; they stay on the phone and travel with an enquiry. */
  ids: readonly string[]
  toggle: (id: string) => void
  /** Ticks exactly these songs. */
  choose: (ids: readonly string[]) => void
  clear: () => void
  /** Reads the stored ids. Call it after hydration, because the server renders none ticked. */
  restore: () => void
}

export const useWishedSongs = create<WishedSongs>()((set, get) => ({
  ids: [],
  toggle(id) {
    // Another tab may have ticked songs.
    get().restore()
    const { ids } = get()
    get().choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  },
  choose(wanted) {
    const ids = wanted.slice(0, maxSongs)
    storage.set(storageKey, JSON.stringify({ ids }))
    set({ ids })
  },
  clear() {
    storage.remove(storageKey)
    set({ ids: [] })
  },
  restore() {
    const stored = storage.getObject(storageKey)
    const ids = Array.isArray(stored?.['ids']) ? stored['ids'] : []
    set({ ids: ids.filter((id) => typeof id === 'string') })
  },
}))

/** Whether as many songs are ticked as an enquiry may have. */
export const useIsFull = () => useWishedSongs(({ ids }) => ids.length >= maxSongs)
