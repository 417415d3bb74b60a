/** Marks responses from memory while the database is unavailable, when nobody can say whether they are current.
 *
 * RFC 9111 (5.5) no longer has the Warning field: caches ignore it. It stays for programs that read it as RFC 7234 (5.5.1)
 * defined it.
 * @param isCurrent whether the database is available */
export const createStaleWarning =
  (isCurrent: () => boolean) =>
  (response: Response): Response => {
    if (!isCurrent()) response.headers.set('warning', '110 - "Response is Stale"')
    return response
  }
