/** Returns the median; of an even number of values the upper of the two middle ones. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
