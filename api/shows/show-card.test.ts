import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawCard } from './show-card'

const colour = { night: '#17100c' }
const colours = { ground: colour, hot: colour, amber: colour, gold: colour, teal: colour }

it.each([1, 60, 200])(
  'a show whose names are one word of %i letters has a card',
  async (length) => {
    const word = 'W'.repeat(length)
    const show = { date: '2031-12-31', startsAt: '20:00', venue: word, city: word }
    const card = await drawCard(show, { name: word, colours })
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  },
)
