/** A line of text without control characters, which XML 1.0 (2.2) and iCalendar (RFC 5545, 3.1) can't hold. None is
 * stored any more; records of earlier versions may have some. */
export const withoutControlCharacters = (text: string) => text.replace(/\p{Cc}/gu, ' ')
