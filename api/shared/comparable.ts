/** A text in the form in which two spellings of one name are equal: without differences in case, punctuation, white space and
 * compatibility characters (NFKC). */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
