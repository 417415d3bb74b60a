/** Joins texts to an English list: 'a', 'a and b', 'a, b, and c'. A phone takes a tenth of a second for its first
 * `Intl.ListFormat`. */
export const listed = (texts: readonly string[], conjunction: 'and' | 'or' = 'and'): string =>
  texts.length < 3
    ? texts.join(` ${conjunction} `)
    : `${texts.slice(0, -1).join(', ')}, ${conjunction} ${texts.at(-1)}`
