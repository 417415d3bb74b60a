/** A text in the form in which two spellings of one name are equal: without differences in case, punctuation, white space and
 * compatibility characters (NFKC). Mathematical and currency symbols and the number sign belong to names: 1+1, $, C#. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#]+/gu, ' ')
    .trim()
