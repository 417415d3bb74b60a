import { expect, it } from 'vitest'
import { isoDuration } from './SeoTags'

it.each([
  [78.08, 'PT1M18S'],
  [59.6, 'PT1M0S'],
  [7, 'PT7S'],
  [3600, 'PT1H0S'],
  [3725, 'PT1H2M5S'],
])('%d seconds are %s', (seconds, duration) => {
  expect(isoDuration(seconds)).toBe(duration)
})
