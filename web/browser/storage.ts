/** What could not be stored, for as long as the page lives. */
const fallback = new Map<string, string>()

/** Local storage where the browser grants it. Where it is refused or full the page works all the same, and
 * forgets with its end. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? fallback.get(key) ?? null
    } catch {
      return fallback.get(key) ?? null
    }
  },

  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
      fallback.delete(key)
    } catch {
      fallback.set(key, value)
    }
  },

  remove(key: string): void {
    fallback.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // What can't be reached was never there.
    }
  },

  /** A stored object, or nothing where it is none of ours. */
  getObject(key: string): Record<string, unknown> | undefined {
    try {
      const value: unknown = JSON.parse(this.get(key) ?? 'null')
      return typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)
        : undefined
    } catch {
      return
    }
  },
}
