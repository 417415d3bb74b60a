import type { musicOperations } from '../contract/music'
import type { Drawings } from '../drawing/drawings'
import { drawText, isDrawable, loadSharp } from '../drawing/text-image'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { Call } from '../http/route'
import type { Records } from '../mongo/records'
import { type CoverArt, coverArt, coverSize } from '../shared/cover-art'
import type { Colours } from '../shared/palette'
import type { TrackRecord } from './music.repository'

interface Dependencies {
  tracks: Pick<Records<TrackRecord, unknown>, 'find'>
  band: () => { colours: Colours }
  responses: PublicResponses
  drawings: Drawings
}

/** The sleeves of tracks as pictures, for lock screens. */
export function createTrackCovers({ tracks, band, responses, drawings }: Dependencies) {
  return {
    async trackCover({ request, parameters }: Call<(typeof musicOperations)['trackCover']>) {
      const track = tracks.find(parameters.id.toLowerCase())
      if (!track || track.isDraft) throw notFound()
      const { colours } = band()
      const content = `sleeve ${track.name} ${JSON.stringify(colours)}`
      const draw = () => drawings.find(content, () => drawCover(track.name, colours))
      return responses.markStale(
        await conditionalOnDemand(request, draw, {
          etag: entityTag(content),
          'content-type': 'image/jpeg',
          'cache-control': 'public, max-age=86400',
        }),
      )
    },
  }
}

/** Pixels for a unit of the design. */
const scale = coverSize / 100

function svgOf({ ground, shapes }: CoverArt): Buffer {
  const elements = shapes.map(({ tag, attributes }) => {
    const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
    return `<${tag}${list.join('')}/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${coverSize}" height="${coverSize}"><rect width="100" height="100" fill="${ground}"/>${elements.join('')}</svg>`,
  )
}

/** Draws the sleeve of a track, as the pages show it: a JPEG of 512 × 512 pixels. A line with characters that the
 * server's fonts do not contain is left out. */
export async function drawCover(name: string, colours: Colours): Promise<Uint8Array<ArrayBuffer>> {
  const art = coverArt(name, colours)
  const sharp = await loadSharp()
  const lines = art.lines.filter(isDrawable)
  const picture = await sharp(svgOf(art))
    .composite(lines.length > 0 ? [await drawTitle(lines, art)] : [])
    .jpeg({ quality: 85 })
    .toBuffer()
  return new Uint8Array(picture)
}

/** The lines in one size, above all shapes. */
async function drawTitle(lines: readonly string[], { ink, fontSize }: CoverArt) {
  const { data } = await drawText({
    text: lines.join('\n'),
    font: 'display',
    colour: ink,
    width: Math.round(86 * scale),
    height: Math.round(lines.length * fontSize * 1.08 * scale),
  })
  const margin = Math.round(7 * scale)
  return { input: data, left: margin, top: margin }
}
