import type { Site } from '../contract/site'
import { drawText, isDrawable, loadSharp } from '../drawing/text-image'
import { type IconName, iconSizes, sharePictureSize } from '../shared/drawn-files'
import { nearestReadable, paletteOf } from '../shared/palette'

type Words = Pick<Site, 'name' | 'genre' | 'town' | 'tagline' | 'colours'>
type Colours = Site['colours']

/** The side of the drawing in units. */
const side = 512
const paper = '#f3e3c6'

const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const rect = (x: number, y: number, width: number, height: number, fill: string, corner = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" fill="${fill}"/>`
const ring = (radius: number) =>
  `<circle cx="256" cy="372" r="${radius}" fill="none" stroke="#000" stroke-width="34"/>`
const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`

/** The four stripes as half circles on a line, around the ground. */
function arch({ colours }: Words, x: number, base: number, radius: number, stripe: number): string {
  const { hot, amber, gold, teal, ground } = colours
  const fills = [hot, amber, gold, teal, ground].map(({ night }) => night)
  const circles = fills.map((fill, index) => circle(x, base, radius - index * stripe, fill))
  return `<clipPath id="arch"><rect width="100%" height="${base}"/></clipPath><g clip-path="url(#arch)">${circles.join('')}</g>`
}

/** The arch with the band's first letter in it. */
async function mark(words: Words, isMaskable: boolean): Promise<string> {
  // A maskable icon keeps to the circle in the middle that every mask shows (W3C, "maskable").
  const [radius, stripe, base] = isMaskable ? [170, 26, 350] : [216, 33, 372]
  const inner = radius - 4 * stripe
  const ground = rect(0, 0, side, side, words.colours.ground.night, isMaskable ? 0 : 112)
  const line = rect(256 - radius, base, radius * 2, isMaskable ? 12 : 14, paper)
  const letter = await letterOf(words, 256, base - 6, inner * 0.92)
  return svg(side, side, ground + arch(words, 256, base, radius, stripe) + letter + line)
}

/** The first letter of the band's name, after "The", standing on a line; nothing if the fonts do not contain it.
 * @param height at most, in units */
async function letterOf({ name, colours }: Words, x: number, base: number, height: number) {
  const [letter = ''] = name.replace(/^the\s+/i, '').toUpperCase()
  if (!isDrawable(letter)) return ''
  // Four pixels for each unit, so that it stays sharp in the largest icon.
  const box = Math.round(height * 4)
  const drawn = await drawText({
    text: letter,
    font: 'display',
    colour: nearestReadable(colours.hot.night, colours.ground.night),
    width: box,
    height: box,
  })
  const scale = Math.min(height / drawn.height, (height * 1.2) / drawn.width)
  const [shownWidth, shownHeight] = [drawn.width * scale, drawn.height * scale]
  const source = `data:image/png;base64,${drawn.data.toString('base64')}`
  return `<image href="${source}" x="${x - shownWidth / 2}" y="${base - shownHeight}" width="${shownWidth}" height="${shownHeight}"/>`
}

const monochrome = svg(
  side,
  side,
  `<clipPath id="arch"><rect width="512" height="372"/></clipPath><g clip-path="url(#arch)">${[200, 140, 80].map(ring).join('')}</g>${rect(40, 372, 432, 20, '#000')}`,
)

const glyphs = {
  'shortcut-shows': ({ gold, hot, ground }: Colours) =>
    rect(26, 30, 44, 40, gold.night, 5) +
    rect(26, 30, 44, 12, hot.night, 5) +
    rect(34, 50, 12, 10, ground.night, 2),
  'shortcut-music': ({ teal, gold, ground }: Colours) =>
    circle(48, 48, 24, teal.night) +
    circle(48, 48, 9, gold.night) +
    circle(48, 48, 3, ground.night),
  'shortcut-booking': ({ hot }: Colours) =>
    rect(24, 32, 48, 34, paper, 4) +
    `<path d="M26 36 48 52l22-16" fill="none" stroke="${hot.night}" stroke-width="5"/>`,
}

async function drawingOf(name: IconName, words: Words): Promise<string> {
  if (name === 'icon-monochrome-512') return monochrome
  if (name in glyphs) {
    const glyph = glyphs[name as keyof typeof glyphs](words.colours)
    return svg(96, 96, circle(48, 48, 48, words.colours.ground.night) + glyph)
  }
  return mark(words, name === 'apple-touch-icon' || name.includes('maskable'))
}

/** Draws an icon as PNG. */
export async function drawIcon(name: IconName, words: Words): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp()
  const drawing = Buffer.from(await drawingOf(name, words))
  return new Uint8Array(await sharp(drawing).resize(iconSizes[name]).png().toBuffer())
}

/** Draws the icon as SVG. */
export const drawVectorIcon = async (words: Words): Promise<Uint8Array<ArrayBuffer>> =>
  new TextEncoder().encode(await mark(words, false))

/** Draws the preview picture of links as JPEG: the band's cover, or its name if there is none.
 * @param cover the bytes of the cover */
export async function drawSharePicture(words: Words & Pick<Site, 'cover'>, cover?: Uint8Array) {
  if (!cover) return drawTitle(words, sharePictureSize)
  const [width, height] = sharePictureSize
  const focus = words.cover?.focus
  const strip = await nameStrip(words, width)
  const size = [width, height - (strip?.height ?? 0)] as const
  const sharp = await loadSharp()
  const picture = focus
    ? await cropAround(cover, focus, size)
    : sharp(cover).resize(...size, { fit: 'cover', position: 'attention' })
  if (strip)
    picture
      .extend({ bottom: strip.height, background: strip.ground })
      .composite(strip.images.map((image) => ({ ...image, top: size[1] + image.top })))
  return new Uint8Array(await picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer())
}

/** The band's name on a strip of its ground, below the four stripes; undefined if the fonts do not contain the name.
 * @param width pixels */
async function nameStrip({ name, colours }: Words, width: number) {
  if (!isDrawable(name)) return
  const { hot, amber, gold, teal, ground } = colours
  const stripes = [hot, amber, gold, teal].map(({ night }, index) =>
    rect(0, index * 6, width, 6, night),
  )
  const text = await drawText({
    text: name,
    font: 'display',
    colour: nearestReadable(hot.night, ground.night),
    width: width - 96,
    height: 64,
  })
  const images = [
    { input: Buffer.from(svg(width, 24, stripes.join(''))), left: 0, top: 0 },
    { input: text.data, left: 48, top: 48 },
  ]
  return { images, ground: ground.night, height: text.height + 72 }
}

/** Crops a picture to a size as `object-position` in CSS does.
 * @param focus the point that stays visible, in per cent */
async function cropAround(
  bytes: Uint8Array,
  focus: { x: number; y: number },
  [width, height]: readonly [number, number],
) {
  const picture = (await loadSharp())(bytes)
  const size = await picture.metadata()
  const scale = Math.max(width / size.width, height / size.height)
  const scaled = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
  const left = Math.round(((scaled.width - width) * focus.x) / 100)
  const top = Math.round(((scaled.height - height) * focus.y) / 100)
  return picture.resize({ ...scaled, fit: 'fill' }).extract({ left, top, width, height })
}

/** Draws the band's name, tagline, genre and town above the arch, as JPEG. A text with characters that the fonts do not contain is
 * left out. */
export async function drawTitle(words: Words, [width, height]: readonly [number, number]) {
  const { name, tagline, genre, town, colours } = words
  const unit = Math.min(width, height)
  const texts = paletteOf(colours, 'night')
  const lines = [
    { text: name, font: 'display', colour: texts['--hot-text'], height: unit * 0.2 },
    { text: tagline, font: 'display', colour: texts['--ink'], height: unit * 0.1 },
    {
      text: [genre, town].filter(Boolean).join(' · '),
      font: 'read',
      colour: texts['--ink-2'],
      height: unit * 0.05,
    },
  ] as const
  let top = Math.round(height * 0.1)
  const overlays = []
  for (const { text = '', colour = '', height: lineHeight, font } of lines) {
    if (!isDrawable(text)) continue
    const box = { width: Math.round(width * 0.84), height: Math.round(lineHeight) }
    const drawn = await drawText({ text, colour, font, ...box })
    overlays.push({ input: drawn.data, left: Math.round(width * 0.08), top })
    top += drawn.height + Math.round(unit * 0.04)
  }
  const radius = Math.min(width * 0.42, (height - top) * 0.9)
  const ground = `<rect width="100%" height="100%" fill="${colours.ground.night}"/>`
  const background = svg(
    width,
    height,
    ground + arch(words, width / 2, height, radius, radius * 0.16),
  )
  const sharp = await loadSharp()
  const picture = await sharp(Buffer.from(background))
    .composite(overlays)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(picture)
}
