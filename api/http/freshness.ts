/** Marks what is answered from memory while nobody can say whether it still holds: the site knew it last when
 * its database was in reach (RFC 7234, 5.5.1; RFC 9111 keeps the header's meaning for those who read it).
 * @param isCurrent whether the database is in reach */
export const markWhenStale =
  (isCurrent: () => boolean) =>
  (answer: Response): Response => {
    if (!isCurrent()) answer.headers.set('warning', '110 - "Response is Stale"')
    return answer
  }
