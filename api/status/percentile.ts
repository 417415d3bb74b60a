/** Counts by bucket; each bucket's upper bound is 5 % above the one before. */
export type Histogram = Record<string, number>

const growth = 1.05

/** The bucket of a value. Bucket 0 has the values below `unit`.
 * @param unit the upper bound of bucket 0: below it, differences don't matter */
export const bucketOf = (value: number, unit: number): number =>
  value < unit ? 0 : 1 + Math.floor(Math.log(value / unit) / Math.log(growth))

/** The middle of the bucket that contains a percentile, at most 2.5 % from the exact value.
 * @param share from 0 to 1
 * @returns undefined without counts */
export function percentileOf(
  histogram: Histogram,
  share: number,
  unit: number,
): number | undefined {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([one], [other]) => one - other)
  let left = share * buckets.reduce((sum, [, count]) => sum + count, 0)
  for (const [bucket, count] of buckets) {
    left -= count
    if (left <= 0) return bucket === 0 ? 0 : unit * growth ** (bucket - 0.5)
  }
  return
}
