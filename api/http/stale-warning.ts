/** Marks responses from memory as possibly stale while the database is unavailable.
 *
 * RFC 9111 (5.5) made the Warning field obsolete, and caches ignore it. It is sent for clients that read it as defined
 * in RFC 7234 (5.5.1).
 * @param isCurrent whether the database is available */
export const createStaleWarning =
  (isCurrent: () => boolean) =>
  (response: Response): Response => {
    if (!isCurrent()) response.headers.set('warning', '110 - "Response is Stale"')
    return response
  }
