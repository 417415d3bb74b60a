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
