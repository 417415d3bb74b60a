import type { OverlayOptions } from 'sharp'
import type { Show } from '../contract/shows'
import { drawText, isDrawable, loadSharp, type TextImage } from '../drawing/text-image'
import { sharePictureSize } from '../shared/drawn-files'
import { longDate, stubOf, timesOf, weekdayOf } from '../shared/show-dates'
import { statusText } from '../shared/show-status'

type CardShow = Omit<Show, '_id' | 'slug' | 'updatedAt'>

export interface CardBand {
  name: string
  /** As #rrggbb, in the dark colour scheme. */
  colours: Record<'ground' | 'hot' | 'amber' | 'gold' | 'teal', { night: string }>
}

const [width, height] = sharePictureSize
/** The ticket: its edges, its perforation, and the space around its texts. */
const ticket = { left: 48, top: 48, right: 1152, bottom: 582, perforation: 320, padding: 52 }
const textWidth = ticket.right - ticket.perforation - 2 * ticket.padding
const stubWidth = ticket.perforation - ticket.left
const colours = { paper: '#fff8ea', cancelledPaper: '#e9d9b8', ink: '#241710', hot: '#a92c12' }

interface Line extends TextImage {
  /** Pixels to the next line. */
  gap: number
}

function linesOf(show: CardShow): Line[] {
  const { date, venue, city } = show
  const common = { width: textWidth, font: 'read' } as const
  const stamp = statusText(show)?.toUpperCase() ?? ''
  const lines: Line[] = [
    { ...common, text: stamp, colour: colours.hot, size: 64, gap: 18 },
    {
      ...common,
      text: `${weekdayOf(date)}, ${longDate(date)}`,
      colour: colours.hot,
      size: 40,
      gap: 20,
    },
    { ...common, text: venue, font: 'display', colour: colours.ink, height: 150, gap: 24 },
    { ...common, text: city, colour: colours.ink, size: 40, gap: 16 },
    { ...common, text: timesOf(show) ?? '', colour: colours.ink, size: 34, gap: 0 },
  ]
  return lines.filter(({ text }) => isDrawable(text))
}

/** The day on the stub, as on the tickets of the pages. */
function stubLines(date: string): Line[] {
  const { weekday, day, month } = stubOf(date)
  const common = { width: stubWidth, font: 'read', colour: colours.ink, size: 44, gap: 22 } as const
  return [
    { ...common, text: weekday.toUpperCase() },
    { ...common, text: day, font: 'display', colour: colours.hot, size: 150 },
    { ...common, text: month.toUpperCase() },
  ]
}

/** A ticket with the band's stripes and notches at its perforation, on the band's background colour. */
function background({ colours: band }: CardBand, paper: string): Buffer {
  const { left, top, right, bottom, perforation } = ticket
  const stripes = [band.hot, band.amber, band.gold, band.teal].map(
    ({ night }, index) =>
      `<rect x="${left}" y="${top + index * 7}" width="${right - left}" height="7" fill="${night}"/>`,
  )
  const dashColours = [colours.hot, band.amber.night, colours.ink, band.teal.night]
  // Each colour is at every fourth place, as on the pages.
  const dashes = dashColours.map(
    (colour, index) =>
      `<path d="M${perforation} ${top + 30 + index * 22}V${bottom - 30}" stroke="${colour}" stroke-width="5" stroke-dasharray="13 75"/>`,
  )
  const ground = band.ground.night
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <clipPath id="ticket"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="20"/></clipPath>
      <rect width="100%" height="100%" fill="${ground}"/>
      <g clip-path="url(#ticket)">
        <rect width="100%" height="100%" fill="${paper}"/>${stripes.join('')}
      </g>
      ${dashes.join('')}
      <g fill="${ground}">
        <circle cx="${perforation}" cy="${top}" r="26"/><circle cx="${perforation}" cy="${bottom}" r="26"/>
      </g>
    </svg>`,
  )
}

/** Draws lines one below the other. */
async function drawLines(lines: readonly Line[]) {
  const drawn = await Promise.all(
    lines.map(async (line) => ({ ...(await drawText(line)), gap: line.gap })),
  )
  let y = 0
  const placed = drawn.map(({ data, width: lineWidth, height: lineHeight, gap }) => {
    const top = y
    y += lineHeight + gap
    return { data, top, width: lineWidth, height: lineHeight }
  })
  const last = placed.at(-1)
  return { placed, height: last ? last.top + last.height : 0 }
}

/** Draws the preview picture of a show: a JPEG of 1200 × 630 pixels with the status, the date, the times, the place and
 * the band's name. A line with characters that the fonts do not contain is left out. */
export async function drawCard(show: CardShow, band: CardBand): Promise<Uint8Array<ArrayBuffer>> {
  const { left, top, bottom, perforation, padding } = ticket
  const main = await drawLines(linesOf(show))
  const stub = await drawLines(stubLines(show.date))
  const overlays: OverlayOptions[] = main.placed.map((line) => ({
    input: line.data,
    left: perforation + padding,
    top: top + padding + line.top,
  }))
  for (const line of stub.placed)
    overlays.push({
      input: line.data,
      left: Math.round(left + (stubWidth - line.width) / 2),
      top: Math.round((top + bottom - stub.height) / 2) + line.top,
    })
  if (isDrawable(band.name)) {
    const name = { text: band.name, font: 'display', colour: colours.ink } as const
    const drawn = await drawText({ ...name, height: 48, width: textWidth })
    overlays.push({
      input: drawn.data,
      left: perforation + padding,
      top: bottom - padding + 8 - drawn.height,
    })
  }
  const sharp = await loadSharp()
  // A cancelled show has darker paper, as its ticket has on the pages.
  const paper = show.status === 'cancelled' ? colours.cancelledPaper : colours.paper
  const card = await sharp(background(band, paper))
    .composite(overlays)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Uint8Array(card)
}
