/** Replaces control characters and U+FFFE, U+FFFF with spaces: some are not allowed in XML 1.0 (2.2) or iCalendar (RFC 5545, 3.1). New
 * one-line fields have none; older records may. */
export const withoutControlCharacters = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
