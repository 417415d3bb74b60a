import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { localTime } from './local-time'

const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

function partsAt(timeZone: string, instant: Date): number[] {
  const time = localTime(timeZone, instant)
  return parts.map((name) => time[name])
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is the same with and without Temporal', () => {
  const zones = fc.constantFrom('America/Toronto', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC')
  const instants = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(zones, instants, (timeZone, instant) => {
      const expected = partsAt(timeZone, instant)
      vi.stubGlobal('Temporal', undefined)
      expect(partsAt(timeZone, instant)).toEqual(expected)
      vi.unstubAllGlobals()
    }),
  )
})

it('refuses an unknown time zone, with and without Temporal', () => {
  expect(() => localTime('Nowhere/Town', 0)).toThrow(RangeError)
  vi.stubGlobal('Temporal', undefined)
  expect(() => localTime('Nowhere/Town', 0)).toThrow(RangeError)
})
