import { renderSVG } from 'uqr'
import type { Show, showOperations } from '../contract/shows'
import type { Drawings } from '../drawing/drawings'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import type { Call } from '../http/route'
import { showPath, tonightPath } from '../shared/site-map'
import { type CardBand, drawCard } from './show-card'

interface Dependencies {
  /** A public show by its id. */
  find: (id: string) => Show | undefined
  responses: PublicResponses
  band: () => CardBand
  drawings: Drawings
}

type Operations = typeof showOperations

const svgType = 'image/svg+xml; charset=utf-8'

/** The preview pictures of shows, and codes (QR, ISO/IEC 18004) that lead to pages. */
export function createShowPictures({ find, responses, band, drawings }: Dependencies) {
  const look = () => JSON.stringify([band().name, band().colours])

  /** Draws the card of a show if it is not kept yet. */
  function card({ _id, slug, updatedAt, ...show }: Show): Promise<Uint8Array<ArrayBuffer>> {
    return drawings.find(`ticket ${_id} ${updatedAt} ${look()}`, () => drawCard(show, band()))
  }

  /** Responds with a code that leads to a path of the site. */
  function code(request: Request, path: string): Promise<Response> {
    const url = responses.siteOf(request) + path
    const draw = () => new TextEncoder().encode(renderSVG(url))
    // Clients choose the host name, so codes for unknown names are not kept.
    const make = async () =>
      responses.hosts.isExpected(request) ? drawings.find(`code ${url}`, draw) : draw()
    return conditionalOnDemand(request, make, {
      etag: entityTag(url),
      'content-type': svgType,
      'cache-control': 'public, no-cache',
    })
  }

  const handlers = {
    async showCard({ request, parameters }: Call<Operations['showCard']>) {
      const show = find(parameters.id)
      if (!show) throw notFound()
      return responses.markStale(
        await conditionalOnDemand(request, () => card(show), {
          etag: entityTag(`${show._id} ${show.updatedAt} ${look()}`),
          'content-type': 'image/jpeg',
          'cache-control': 'public, no-cache',
        }),
      )
    },

    showCode({ request, parameters }: Call<Operations['showCode']>) {
      const show = find(parameters.id)
      if (!show) throw notFound()
      return code(request, showPath(show.slug))
    },

    tonightCode: ({ request }: Call<Operations['tonightCode']>) => code(request, tonightPath),
  }

  return {
    handlers,
    /** Draws a card in advance, so that the first messenger need not wait for it. */
    prepare: (show: Show) => void card(show).catch(() => undefined),
  }
}
