/** Characters. */
const maxLength = 80

/** The slug of a show, without the suffix that makes it unique: the date, the venue and the city in lower case,
 * as far as they can be written with the letters a to z and digits. */
export function slugOf({ date, venue, city }: { date: string; venue: string; city: string }) {
  const words = `${venue} ${city}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = date
  for (const word of words) {
    if (slug.length + 1 + word.length <= maxLength) slug += `-${word}`
  }
  return slug
}

const hiddenPrefix = 'hidden-'

/** A slug for a show that is not public. */
export const hiddenSlug = (): string => hiddenPrefix + crypto.randomUUID()

export const isHiddenSlug = (slug: string): boolean => slug.startsWith(hiddenPrefix)

/** The slugs under which a show is or was public, in the order of the list. */
export const publicSlugs = (slugs: readonly string[] = []): string[] =>
  slugs.filter((slug) => !isHiddenSlug(slug))

/** The first of `slug`, `slug-2`, `slug-3` and so on that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${slug}-${suffix}`
  return free
}
