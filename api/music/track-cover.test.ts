import { expect, it } from 'vitest'
import { site as band } from '../../web/content/site'
import { drawText, loadSharp } from '../drawing/text-image'
import { coverSize } from '../shared/cover-art'
import { drawCover } from './track-cover'

it('a drawn cover has no shape behind its name', async () => {
  const sharp = await loadSharp()
  for (let index = 0; index < 40; index += 1) {
    // The server's fonts don't contain the character, so that the name is not drawn.
    const cover = await drawCover('歌'.repeat(index + 1), band.colours)
    const upper = { left: 0, top: 0, width: coverSize, height: Math.floor(coverSize * 0.47) }
    const { channels } = await sharp(await sharp(cover).extract(upper).toBuffer()).stats()
    // JPEG compression changes a colour by a few steps of 255.
    for (const { min, max } of channels) expect(max - min).toBeLessThan(24)
  }
})

it('a name of several lines is drawn in the same typeface as a short one', async () => {
  const widthOf = async (text: string) =>
    (await drawText({ text, font: 'display', colour: '#000', width: 500, size: 40 })).width
  expect(await widthOf('Hamburg\nHamburg')).toBe(await widthOf('Hamburg'))
})
