import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkedTime, trackBySlug, trackLink, trackSlug } from './track-links'

it.each([
  ['House of the Rising Sun', 'house-of-the-rising-sun'],
  ['Greensleeves, electric', 'greensleeves-electric'],
  ['Déjà vu (live!)', 'deja-vu-live'],
  ['上を向いて', '上を向いて'],
])('the link name of %s is %s', (name, slug) => {
  expect(trackSlug(name)).toBe(slug)
})

it.each([
  ['1m12s', 72],
  ['72', 72],
  ['72s', 72],
  ['1h2m3s', 3723],
  ['2m', 120],
  ['', 0],
  [null, 0],
  ['-5', 0],
  ['soon', 0],
])('the time %j is %d seconds', (text, seconds) => {
  expect(linkedTime(text)).toBe(seconds)
})

it('a link leads back to its track and its second, whatever they are', () => {
  const name = fc.string({ unit: 'grapheme' }).filter((text) => trackSlug(text) !== '')
  fc.assert(
    fc.property(name, fc.nat(36_000), (text, second) => {
      const { searchParams } = new URL(trackLink('https://band.example', { name: text }, second))
      const found = trackBySlug([{ name: text } as never], searchParams.get('track') ?? '')
      expect(found).toEqual({ name: text })
      expect(linkedTime(searchParams.get('t'))).toBe(second)
    }),
  )
})
