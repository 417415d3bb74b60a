import type { Site } from '../../api/contract/site'

/** The parts of the band's words that only some pages need, which load them. */
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
export type Frame = Omit<Site, (typeof pageFields)[number]>

/** The words for pages that show no picture of the frame at first, without the placeholders of those pictures. */
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

const frames = new WeakMap<Site, Frame>()

/** Returns the same object for the same words, so that components render again only if they have changed. */
export function frameOf(site: Site): Frame {
  const known = frames.get(site)
  if (known) return known
  const frame: Site = { ...site }
  for (const field of pageFields) delete frame[field]
  frames.set(site, frame)
  return frame
}
