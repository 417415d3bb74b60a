/** Delays repetitions of failed work that any visitor can request. There are at most as many names as the site has files.
 * @param duration milliseconds after a failure */
export function createPauses(duration: number) {
  const ends = new Map<string, number>()
  return {
    has: (name: string): boolean => (ends.get(name) ?? 0) > Date.now(),
    begin: (name: string) => void ends.set(name, Date.now() + duration),
  }
}
