import { create } from 'zustand'
import { storage } from '../browser/storage'

const storageKey = 'wishedSongs'
/** As many as an enquiry may have. */
const maxSongs = 50

interface WishedSongs {
  /** The ids of the songs that the visitor wishes for; they stay on the phone and travel with an enquiry. */
  ids: readonly string[]
  toggle: (id: string) => void
  clear: () => void
  /** Reads the stored ids. Call it after hydration, because the server renders none ticked. */
  restore: () => void
}

export const useWishedSongs = create<WishedSongs>()((set, get) => ({
  ids: [],
  toggle(id) {
    const { ids } = get()
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
    save(next.slice(0, maxSongs))
    set({ ids: next.slice(0, maxSongs) })
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

const save = (ids: readonly string[]) => storage.set(storageKey, JSON.stringify({ ids }))
