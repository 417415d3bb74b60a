import { renderSVG } from 'uqr'
import type { Show, showOperations } from '../contract/shows'
import { showPath, tonightPath } from '../contract/site-map'
import { createPictureCache } from '../drawing/picture-cache'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { createPublicTexts } from '../http/public-texts'
import type { Call } from '../http/route'
import { type CardBand, drawCard } from './show-card'

interface Dependencies {
  /** A public show by its id. */
  find: (id: string) => Show | undefined
  version: () => number
  responses: PublicResponses
  band: CardBand
}

type Operations = typeof showOperations

/** How many cards are held in memory; each has about 60 kB. */
const maxCards = 64
const svgType = 'image/svg+xml; charset=utf-8'

/** The preview pictures of shows, and codes (QR, ISO/IEC 18004) that lead to pages. */
export function createShowPictures({ find, version, responses, band }: Dependencies) {
  const cards = createPictureCache(maxCards)
  const codes = createPublicTexts({ responses, version: () => String(version()) })

  /** Draws the card of a show if it is not in memory. */
  function card({ _id, slug, updatedAt, ...show }: Show): Promise<Uint8Array<ArrayBuffer>> {
    return cards(`${_id} ${updatedAt}`, () => drawCard(show, band))
  }

  const handlers = {
    async showCard({ request, parameters }: Call<Operations['showCard']>) {
      const show = find(parameters.id)
      if (!show) throw notFound()
      return responses.markStale(
        await conditionalOnDemand(request, () => card(show), {
          etag: entityTag(`${show._id} ${show.updatedAt}`),
          'content-type': 'image/jpeg',
          'cache-control': 'public, no-cache',
        }),
      )
    },

    showCode({ context, parameters }: Call<Operations['showCode']>) {
      const show = find(parameters.id)
      if (!show) throw notFound()
      return codes.respond(context, svgType, (site) => renderSVG(site + showPath(show.slug)))
    },

    tonightCode: ({ context }: Call<Operations['tonightCode']>) =>
      codes.respond(context, svgType, (site) => renderSVG(site + tonightPath)),
  }

  return {
    handlers,
    /** Draws a card in advance, so that the first messenger need not wait for it. */
    prepare: (show: Show) => void card(show).catch(() => undefined),
  }
}
