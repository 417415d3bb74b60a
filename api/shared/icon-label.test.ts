import fc from 'fast-check'
import { expect, it } from 'vitest'
import { iconLabel } from './icon-label'

it.each([
  [{ name: 'The Forks' }, 'The Forks'],
  [{ name: 'The Forks', shortName: 'Forks' }, 'Forks'],
  [{ name: 'Martha and the Sixteen Vandellas of Port Stanley' }, 'Martha and the Sixteen'],
  [{ name: 'Donaudampfschifffahrtsgesellschaftskapitäne' }, 'Donaudampfschifffahrtsgesellsc'],
])('the label of %j is %s', (band, label) => {
  expect(iconLabel(band)).toBe(label)
})

it('the label is the beginning of the name and has 1 to 30 characters, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (typed) => {
      const name = typed.trim()
      fc.pre(name !== '')
      const label = iconLabel({ name })
      expect(name.startsWith(label)).toBe(true)
      expect([...label].length).toBeGreaterThan(0)
      expect([...label].length).toBeLessThanOrEqual(30)
    }),
  )
})
