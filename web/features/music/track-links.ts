import type { Track } from '../../../api/contract/music'
import { pages } from '../../../api/shared/site-map'

/** The name of a track in links: in lower case, with hyphens between its words; in any script. */
export const trackSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')

/** The first track with a slug. */
export const trackBySlug = (tracks: readonly Track[], slug: string): Track | undefined =>
  tracks.find(({ name }) => trackSlug(name) === slug.toLowerCase())

/** Reads a time in a link, such as '1m12s', '72s' or '72', as seconds; 0 for anything else. */
export function linkedTime(text: string | null | undefined): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text ?? '') ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** The link to a track, and to a position in it.
 * @param position seconds */
export function trackLink(site: string, { name }: Pick<Track, 'name'>, position: number): string {
  const whole = Math.floor(position)
  const minutes = whole >= 60 ? `${Math.floor(whole / 60)}m` : ''
  const time = whole > 0 ? `&t=${minutes}${whole % 60}s` : ''
  return `${site}${pages.music.path}?track=${encodeURIComponent(trackSlug(name))}${time}`
}
