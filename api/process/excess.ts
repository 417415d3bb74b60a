/** The first entries of a cache, without which the others fit into its capacity.
 * @param entries keys with their sizes, those to remove first at the beginning
 * @param capacity in the unit of the sizes */
export function excessOf(
  entries: readonly (readonly [key: string, size: number])[],
  capacity: number,
): string[] {
  let total = entries.reduce((sum, [, size]) => sum + size, 0)
  const excess: string[] = []
  for (const [key, size] of entries) {
    if (total <= capacity) break
    excess.push(key)
    total -= size
  }
  return excess
}
