import { Problem } from './problem'

/** The entity tag of a version (RFC 9110, 8.8.3). */
export const versionTag = (version: number) => `"v${version}"`

/** The versions that an If-Match header names (RFC 9110, 13.1.1); undefined where any version will do: without the
 * header, or with `*`. Entity tags that name no version match nothing. */
export function versionsToMatch(request: Request): number[] | undefined {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return
  const tags = header.split(',').map((tag) => /^"v([1-9]\d{0,14})"$/.exec(tag.trim())?.[1])
  return tags.filter((version) => version !== undefined).map(Number)
}

/** 412 for a write on a version that is not the stored one.
 * @param current the record as it is now */
export const preconditionFailed = (current: object) =>
  new Problem(412, 'Somebody else has changed this record: load it again and repeat your change.', {
    members: { current },
  })
