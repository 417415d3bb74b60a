/** A text without what people leave out when they search: case, accents and apostrophes. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** Whether a text contains all words of a search, in any order, whatever their case, accents and apostrophes. */
export function hasWords(text: string, search: string): boolean {
  const whole = plain(text)
  return plain(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
