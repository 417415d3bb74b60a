/** Values that could not be stored; lost when the page is closed. */
const fallback = new Map<string, string>()

/** Local storage. If the browser denies it or it is full, values are held in memory until the page is closed. */
export const storage = {
  get(key: string): string | null {
    try {
      return fallback.get(key) ?? localStorage.getItem(key)
    } catch {
      return null
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
      // Local storage is denied, so it has no value to remove.
    }
  },

  /** A stored object; undefined if the value is missing or not a JSON object. */
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
