import type { musicOperations } from '../contract/music'
import type { Drawings } from '../drawing/drawings'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { Call } from '../http/route'
import type { Colours } from '../shared/palette'
import { drawCover } from './track-cover'

interface Dependencies {
  find: (id: string) => { name: string } | undefined
  colours: () => Colours
  responses: PublicResponses
  drawings: Drawings
}

/** The sleeves of tracks as pictures, for lock screens. */
export function createTrackCovers({ find, colours, responses, drawings }: Dependencies) {
  return {
    async trackCover({ request, parameters }: Call<(typeof musicOperations)['trackCover']>) {
      const track = find(parameters.id.toLowerCase())
      if (!track) throw notFound()
      const content = `sleeve ${track.name} ${JSON.stringify(colours())}`
      const draw = () => drawings.find(content, () => drawCover(track.name, colours()))
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
