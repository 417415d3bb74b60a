import type { Representation } from './representation'

interface Options {
  /** Changes whenever any of the representations may have changed. */
  version: () => string
  /** The maximum size of all representations together, in bytes. */
  capacity: number
}

/** Caches representations until the version changes; the oldest ones are removed if they are too large together. */
export function createRepresentationCache({ version, capacity }: Options) {
  const cached = new Map<string, Representation>()
  let cachedVersion = ''

  function evict() {
    let total = 0
    for (const representation of cached.values()) total += representation.size()
    for (const [key, representation] of cached) {
      if (total <= capacity) return
      total -= representation.size()
      cached.delete(key)
    }
  }

  return {
    get: (key: string): Representation | undefined =>
      version() === cachedVersion ? cached.get(key) : undefined,

    /** Must be called before a representation is created.
     * @returns a function that caches it, unless the version has changed since this call */
    createSetter() {
      const initialVersion = version()
      return (key: string, representation: Representation): void => {
        if (version() !== initialVersion) return
        if (cachedVersion !== initialVersion) cached.clear()
        cachedVersion = initialVersion
        cached.set(key, representation)
        evict()
      }
    },
  }
}
