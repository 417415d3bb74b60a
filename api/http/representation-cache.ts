import type { Representation } from './representation'

interface Options {
  /** Changes whenever any of the representations may have changed. */
  version: () => string
  /** The maximum number of representations. */
  max: number
}

/** Caches representations until the version changes; the oldest is removed if there are too many. */
export function createRepresentationCache({ version, max }: Options) {
  const cached = new Map<string, Representation>()
  let cachedVersion = ''

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
        const [oldest] = cached.keys()
        if (cached.size >= max && oldest !== undefined) cached.delete(oldest)
        cached.set(key, representation)
      }
    },
  }
}
