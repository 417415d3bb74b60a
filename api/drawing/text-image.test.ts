import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawText, isDrawable } from './text-image'

/** Texts with the minimum of their mean opacity (0 to 255). The regular letters of a system's font have about ten less. */
it.each([
  ['The Forks', 100],
  ['Łódź Świetliki', 88],
  ['Ω Žlutý Pes', 69],
  ['Пикник & Ленинград', 72],
  ['Ελλάδα', 100],
  ['Ệ Nguyễn', 77],
])('“%s” can be drawn in bold letters', async (text, opacity) => {
  expect(isDrawable(text)).toBe(true)
  const { data } = await drawText({ text, font: 'read', colour: '#000000', width: 900, size: 60 })
  const { channels } = await sharp(data).stats()
  expect(channels[3]?.mean).toBeGreaterThan(opacity)
})

it.each(['東京', 'The 🎸', ' ', ''])('“%s” can’t be drawn', (text) =>
  expect(isDrawable(text)).toBe(false),
)
