import type { BandColours } from '../contract/cover-art'
import type { musicOperations } from '../contract/music'
import { createPictureCache } from '../drawing/picture-cache'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { Call } from '../http/route'
import { drawCover } from './track-cover'

interface Dependencies {
  find: (id: string) => { name: string } | undefined
  colours: BandColours
  responses: PublicResponses
}

/** How many pictures are held in memory; each has about 20 kB. */
const maxCovers = 64

/** The sleeves of tracks as pictures, for lock screens. */
export function createTrackCovers({ find, colours, responses }: Dependencies) {
  const cover = createPictureCache(maxCovers)

  return {
    async trackCover({ request, parameters }: Call<(typeof musicOperations)['trackCover']>) {
      const track = find(parameters.id.toLowerCase())
      if (!track) throw notFound()
      const draw = () => cover(track.name, () => drawCover(track.name, colours))
      return responses.markStale(
        await conditionalOnDemand(request, draw, {
          etag: entityTag(track.name),
          'content-type': 'image/jpeg',
          'cache-control': 'public, max-age=86400',
        }),
      )
    },
  }
}
