import { Problem } from './problem'

/** The entity tag of a version (RFC 9110, 8.8.3). */
export const versionTag = (version: number) => `"v${version}"`

/** The versions in an If-Match header (RFC 9110, 13.1.1); undefined if any version matches: without the header, or with
 * `*`. Entity tags of another form match nothing. */
export function versionsToMatch(request: Request): number[] | undefined {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return
  const tags = header.split(',').map((tag) => /^"v([1-9]\d{0,14})"$/.exec(tag.trim())?.[1])
  return tags.filter((version) => version !== undefined).map(Number)
}

/** 412 for a write to a version that is not the stored one.
 * @param current the stored record */
export const preconditionFailed = (current: object) =>
  new Problem(412, 'Somebody else has changed this record: load it again and repeat your change.', {
    members: { current },
  })
