import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bucketOf, type Histogram, percentileOf } from './percentile'

function histogramOf(values: number[], unit: number): Histogram {
  const histogram: Histogram = {}
  for (const value of values) {
    const bucket = bucketOf(value, unit)
    histogram[bucket] = (histogram[bucket] ?? 0) + 1
  }
  return histogram
}

it('the percentile of a histogram is within 3 % of that of its values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 600_000, noNaN: true }), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (values, share) => {
        const sorted = [...values].sort((one, other) => one - other)
        const exact = sorted[Math.ceil(share * values.length - 1e-9) - 1] ?? 0
        const estimate = percentileOf(histogramOf(values, 1), share, 1) ?? 0
        expect(Math.abs(estimate / exact - 1)).toBeLessThan(0.03)
      },
    ),
  )
})

it('values below the unit count as 0, and no value has no percentile', () => {
  expect(percentileOf(histogramOf([0, 0.0004, 0.0009], 0.001), 0.75, 0.001)).toBe(0)
  expect(percentileOf({}, 0.75, 1)).toBeUndefined()
})
