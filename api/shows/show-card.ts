import type { OverlayOptions } from 'sharp'
import type { Show } from '../contract/shows'
import { drawText, isDrawable, loadSharp, type TextImage } from '../drawing/text-image'
import { longDate, timesOf, weekdayOf } from '../shared/show-dates'
import { statusText } from '../shared/show-status'

type CardShow = Omit<Show, '_id' | 'slug' | 'updatedAt'>

export interface CardBand {
  name: string
  /** As #rrggbb, in the dark colour scheme. */
  colours: Record<'ground' | 'hot' | 'amber' | 'gold' | 'teal', { night: string }>
}

/** Pixels; the format that messengers and social networks expect of a preview. */
const [width, height] = [1200, 630]
const margin = 72
const textWidth = 800
const paper = '#f7ead5'

interface Line extends Omit<TextImage, 'width'> {
  /** Pixels to the next line. */
  gap: number
}

function linesOf(show: CardShow, { colours }: CardBand): Line[] {
  const { date, venue, city } = show
  const day = `${weekdayOf(date)}, ${longDate(date)}`
  const place = [city, timesOf(show)].filter(Boolean).join(' · ')
  const stamp = statusText(show)?.toUpperCase()
  const lines: (Line | undefined)[] = [
    stamp === undefined
      ? undefined
      : { text: stamp, font: 'read', colour: colours.hot.night, height: 40, gap: 26 },
    { text: day, font: 'read', colour: colours.gold.night, height: 48, gap: 24 },
    { text: venue, font: 'display', colour: paper, height: 170, gap: 26 },
    { text: place, font: 'read', colour: paper, height: 46, gap: 0 },
  ]
  return lines.filter((line) => line !== undefined && isDrawable(line.text)) as Line[]
}

/** The ground with the band's arch of four stripes at the right. */
function background({ colours }: CardBand): Buffer {
  const stripes = [colours.hot, colours.amber, colours.gold, colours.teal]
  const arcs = stripes.map(
    ({ night }, index) =>
      `<circle cx="1085" cy="640" r="${260 - index * 38}" fill="none" stroke="${night}" stroke-width="39"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours.ground.night}"/>${arcs.join('')}</svg>`,
  )
}

/** Draws the preview picture of a show: a JPEG of 1200 × 630 pixels with the status, the date, the times, the place and
 * the band's name. A line with characters that the fonts do not contain is left out. */
export async function drawCard(show: CardShow, band: CardBand): Promise<Uint8Array<ArrayBuffer>> {
  const overlays: OverlayOptions[] = []
  let top = margin
  for (const line of linesOf(show, band)) {
    const drawn = await drawText({ ...line, width: textWidth })
    overlays.push({ input: drawn.data, left: margin, top })
    top += drawn.height + line.gap
  }
  if (isDrawable(band.name)) {
    const drawn = await drawText({
      text: band.name,
      font: 'display',
      colour: band.colours.hot.night,
      height: 54,
      width: textWidth,
    })
    overlays.push({ input: drawn.data, left: margin, top: height - margin - drawn.height })
  }
  const sharp = await loadSharp()
  const card = await sharp(background(band))
    .composite(overlays)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(card)
}
