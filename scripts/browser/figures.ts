/** A measured figure and its upper bound; NaN if it could not be measured. */
export interface Figure {
  name: string
  value: number
  unit: 'ms' | 'times'
  bound?: number
}

/** Prints figures.
 * @returns the names of those that miss their bounds, also of those that could not be measured */
export function printFigures(figures: readonly Figure[]): string[] {
  for (const { name, value, unit, bound } of figures) {
    const digits = unit === 'ms' ? 0 : 3
    const limit = bound === undefined ? '' : ` (bound ${bound})`
    console.log(`${name.padEnd(68)} ${value.toFixed(digits).padStart(8)} ${unit}${limit}`)
  }
  return figures
    .filter(({ value, bound }) => bound !== undefined && !(value <= bound))
    .map(({ name }) => name)
}
