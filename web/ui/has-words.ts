/** Whether a text contains all words of a search, in any order; case-insensitive. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
