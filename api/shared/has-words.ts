/** Lower-cases a text and removes accents and apostrophes. */
const forSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** Whether a text contains all words of a search, in any order, whatever their case, accents and apostrophes. */
export function hasWords(text: string, search: string): boolean {
  const whole = forSearch(text)
  return forSearch(search)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
