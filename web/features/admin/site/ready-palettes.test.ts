import { expect, it } from 'vitest'
import { nearestReadable } from '../../../../api/shared/palette'
import { site as first } from '../../../content/site'
import { readyPalettes } from './ready-palettes'

it.each(Object.entries(readyPalettes))(
  'the first stripe of %s is readable as a text',
  (_, { hot, ground }) => {
    for (const scheme of ['day', 'night'] as const)
      expect(nearestReadable(hot[scheme], ground[scheme])).toBe(hot[scheme])
  },
)

it('the first palette is the one that a new site has', () => {
  expect(Object.values(readyPalettes)[0]).toEqual(first.colours)
})
