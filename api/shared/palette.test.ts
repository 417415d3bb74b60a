import axe from 'axe-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { site } from '../../web/content/site'
import { contrast, nearestReadable, paletteOf } from './palette'

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const pair = fc.record({ day: colour, night: colour })
const colours = fc.record({ ground: pair, hot: pair, amber: pair, gold: pair, teal: pair })

/** Which texts lie on which grounds. */
const texts: Record<string, string[]> = {
  '--ink': ['--ground', '--ground-2', '--hover'],
  '--ink-2': ['--ground', '--ground-2', '--hover'],
  '--hot-text': ['--ground', '--ground-2', '--hover'],
  '--on-hot': ['--hot-fill'],
  '--on-gold': ['--gold'],
  '--on-gold-hot': ['--gold'],
}
const papers = { day: '#fff8ea', night: '#f3e3c6' }
interface AxeColour {
  parseString(text: string): void
}
/** The types of axe leave this part out. */
const { Color, getContrast } = (
  axe.commons as unknown as {
    color: { Color: new () => AxeColour; getContrast(one: AxeColour, other: AxeColour): number }
  }
).color
const axeContrast = (one: string, other: string) => {
  const [first, second] = [one, other].map((text) => {
    const parsed = new Color()
    parsed.parseString(text)
    return parsed
  }) as [AxeColour, AxeColour]
  return getContrast(first, second)
}

it('every text of 500 random palettes has the contrast of AA, by the arithmetic of axe', () => {
  fc.assert(
    fc.property(colours, fc.constantFrom('day', 'night'), (five, scheme) => {
      const derived = paletteOf(five, scheme)
      const value = (name: string) => derived[name] ?? ''
      for (const [text, grounds] of Object.entries(texts))
        for (const ground of grounds)
          expect(
            axeContrast(value(text), value(ground)),
            `${text} ${ground}`,
          ).toBeGreaterThanOrEqual(4.5)
      expect(axeContrast(value('--on-paper-hot'), papers[scheme])).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['--ground', '--ground-2'])
        for (const shape of ['--edge', '--hot-fill'])
          expect(axeContrast(value(shape), value(ground)), shape).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 500 },
  )
})

it('a colour that can be read stays; another one gets the nearest that can', () => {
  fc.assert(
    fc.property(colour, colour, (text, ground) => {
      const nearest = nearestReadable(text, ground)
      expect(contrast(nearest, ground)).toBeGreaterThanOrEqual(4.5)
      if (contrast(text, ground) >= 4.6) expect(nearest).toBe(text)
    }),
  )
})

it('a new site has its own five colours, and dark texts by day', () => {
  expect(paletteOf(site.colours, 'day')).toMatchObject({
    '--ground': '#f6ead3',
    '--ink': '#241710',
    '--hot-fill': site.colours.hot.day,
    '--on-hot': '#fff8ea',
  })
  expect(paletteOf(site.colours, 'night')).toMatchObject({
    '--ink': '#fff8ea',
    '--hot-fill': site.colours.hot.night,
  })
})
