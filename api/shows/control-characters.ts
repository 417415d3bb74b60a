/** Replaces control characters, U+FFFE and U+FFFF with spaces: some are not allowed in XML 1.0 (2.2) or iCalendar
 * (RFC 5545, 3.1). The API rejects them in one-line texts, but longer texts and older records may contain them. */
export const withoutControlCharacters = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
