import type { Site } from '../../api/contract/site'

/** The fields that are not part of every page. Loaders request those that their page shows. */
const pageFields = [
  'members',
  'videos',
  'biography',
  'brings',
  'needs',
  'quotes',
  'priceFrom',
  'radius',
  'insurance',
  'files',
] as const

/** The band's words that every page has. */
export type Frame = Omit<Site, (typeof pageFields)[number]> & {
  /** The English name of the country, which the server adds. */
  countryName?: string
}

/** The band's words without the placeholders of the cover and of the promo's poster, which only the home page shows. */
export function withoutPlaceholders(site: Site): Site {
  const { cover, promo } = site
  const { placeholder: _, ...plainCover } = cover ?? {}
  const { placeholder: __, ...poster } = promo?.poster ?? {}
  return {
    ...site,
    ...(cover && { cover: plainCover as typeof cover }),
    ...(promo?.poster && { promo: { ...promo, poster: poster as typeof promo.poster } }),
  }
}

/** The band's links to other sites: first the two with fields of their own, then the list. */
export const linksOf = ({ network, playlist, links = [] }: Frame) =>
  [network, playlist, ...links].filter((link) => link !== undefined)

/** The band's words without the fields that only some pages need. */
export function frameOf(site: Site): Frame {
  const frame: Site = { ...site }
  for (const field of pageFields) delete frame[field]
  return frame
}
