import fc from 'fast-check'
import { expect, it } from 'vitest'
import { site as band } from '../../web/content/site'
import { coverArt } from './cover-art'

const art = (name: string) => coverArt(name, band.colours)

it('draws the same name always the same, and names differently', () => {
  expect(art('Greensleeves')).toEqual(art('Greensleeves'))
  const looks = new Set(
    Array.from({ length: 60 }, (_, index) => JSON.stringify(art(`Song ${index}`).shapes)),
  )
  expect(looks.size).toBeGreaterThan(50)
})

it('uses no colours but the band’s', () => {
  const own = Object.values(band.colours).flatMap(({ day, night }) => [day, night])
  for (let index = 0; index < 60; index += 1) {
    const { ground, ink, shapes } = art(`Song ${index}`)
    const fills = shapes.flatMap(({ attributes: { fill, stroke } }) => [fill, stroke])
    const used = [ground, ink, ...fills].filter((colour) => colour && colour !== 'none')
    expect(own).toEqual(expect.arrayContaining(used))
  }
})

it.each([
  ['House of the Rising Sun', ['House of the', 'Rising Sun'], 11.5],
  ['St. James Infirmary', ['St. James', 'Infirmary'], 11.5],
  ['Song - Live', ['Song Live'], 11.5],
  ['Supercalifragilistic', ['Supercalifragilistic'], 6.4],
  ['🎸', ['🎸'], 11.5],
])('writes %s whole', (name, lines, fontSize) => {
  expect(art(name)).toMatchObject({ lines, fontSize })
})

it('never ends a line in a dash, and never has more than three lines, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'W', '-', '–', ' ', 'é') }), (name) => {
      const { lines } = art(name)
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(line).not.toMatch(/(^|\s)\p{Pd}+$/u)
    }),
  )
})
