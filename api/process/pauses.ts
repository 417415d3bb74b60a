/** Keeps failed work that any visitor can request from being repeated at once. It has one entry for each name that has failed.
 * @param duration milliseconds after a failure */
export function createPauses(duration: number) {
  const ends = new Map<string, number>()
  return {
    has: (name: string): boolean => (ends.get(name) ?? 0) > Date.now(),
    begin: (name: string) => void ends.set(name, Date.now() + duration),
  }
}
