import type { Representation } from './representation'

interface Options {
  /** Changes whenever any of the representations could. */
  version: () => string
  /** How many are kept. */
  max: number
}

/** Keeps representations until the version changes; the oldest goes where there are too many. */
export function createRepresentationCache({ version, max }: Options) {
  const kept = new Map<string, Representation>()
  let keptVersion = ''

  return {
    get: (key: string): Representation | undefined =>
      version() === keptVersion ? kept.get(key) : undefined,

    /** To be called before a representation is made.
     * @returns the function that keeps it, unless the version has changed meanwhile */
    keeper() {
      const madeFor = version()
      return (key: string, representation: Representation): void => {
        if (version() !== madeFor) return
        if (keptVersion !== madeFor) kept.clear()
        keptVersion = madeFor
        const [oldest] = kept.keys()
        if (kept.size >= max && oldest !== undefined) kept.delete(oldest)
        kept.set(key, representation)
      }
    },
  }
}
