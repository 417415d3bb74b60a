import type { Site } from '../contract/site'
import type { Drawings } from '../drawing/drawings'
import { conditionalOnDemand, entityTag } from '../http/conditional'
import type { PublicResponses } from '../http/public-responses'
import type { Route } from '../http/route'
import {
  type FormFactor,
  type IconName,
  iconPath,
  iconSizes,
  screenshotPath,
  screenshotSizes,
  sharePicturePath,
  vectorIconPath,
} from '../shared/drawn-files'
import { namedFiles } from '../shared/site-map'
import { drawIcon, drawSharePicture, drawTitle, drawVectorIcon } from './icons'

interface Dependencies {
  band: () => Site
  drawings: Drawings
  responses: PublicResponses
  /** Reads a picture of the site by its address. */
  readPicture: (src: string) => Promise<Uint8Array | undefined>
}

type Draw = (words: Site) => Promise<Uint8Array<ArrayBuffer>>

/** The routes of the pictures that are drawn from the band's words and colours: icons, the pictures of the install dialog,
 * and the preview of links. */
export function drawnFileRoutes({ band, drawings, responses, readPicture }: Dependencies): Route[] {
  function drawn(path: string, contentType: string, draw: Draw): Route {
    return {
      method: 'GET',
      path,
      async respond({ request }) {
        const words = band()
        const { name, genre, town, tagline, colours, cover } = words
        const shown = [name, genre, town, tagline, colours, cover?.src, cover?.focus]
        const content = JSON.stringify([path, ...shown])
        const picture = () => drawings.find(content, () => draw(words))
        return responses.markStale(
          await conditionalOnDemand(request, picture, {
            etag: entityTag(content),
            'content-type': contentType,
            'cache-control': 'public, no-cache',
          }),
        )
      },
    }
  }

  const icon = (name: IconName, path: string = iconPath(name)) =>
    drawn(path, 'image/png', (words) => drawIcon(name, words))

  return [
    drawn(vectorIconPath, 'image/svg+xml; charset=utf-8', drawVectorIcon),
    icon('icon-192', namedFiles.favicon),
    ...(Object.keys(iconSizes) as IconName[]).map((name) => icon(name)),
    ...(Object.keys(screenshotSizes) as FormFactor[]).map((form) =>
      drawn(screenshotPath(form), 'image/jpeg', (words) => drawTitle(words, screenshotSizes[form])),
    ),
    drawn(sharePicturePath, 'image/jpeg', async (words) =>
      drawSharePicture(words, words.cover && (await readPicture(words.cover.src))),
    ),
  ]
}
