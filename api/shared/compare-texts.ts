/** Compares two texts by their code units, for sorting: dates and times in one form of ISO 8601, and short labels. A phone
 * takes almost a tenth of a second for its first `localeCompare`. */
export const compareTexts = (one: string, other: string): number =>
  Number(one > other) - Number(one < other)
