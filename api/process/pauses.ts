/** Remembers for some time what has failed, so that requests of anybody do not repeat costly work at once.
 * @param duration milliseconds */
export function createPauses(duration: number) {
  const ends = new Map<string, number>()
  return {
    has: (name: string): boolean => (ends.get(name) ?? 0) > Date.now(),
    begin: (name: string) => void ends.set(name, Date.now() + duration),
  }
}
