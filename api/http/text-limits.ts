/** Combining marks that may follow each other: the limit of Unicode's stream-safe text format (UAX #15, section 13).
 * Normalisation takes time by the square of a longer run. */
const maxMarksInARow = 30
const longRunOfMarks = new RegExp(`\\p{M}{${maxMarksInARow + 1}}`, 'u')

/** UTF-16 units that one character of a normalised text can have been written with. Longer texts are refused before
 * any work is done on them. */
const unitsPerCharacter = 8

/** Whether a text is too long for `maxLength` characters however it is written. */
export const isFarTooLong = (text: string, maxLength: number) =>
  text.length > maxLength * unitsPerCharacter

/** Why a text can't be stored as it is, as a sentence for the person who typed it; undefined if it can. */
export function problemOfText(text: string): string | undefined {
  // Noncharacters are in no text that a person writes, and not allowed in XML 1.0 (2.2).
  if (!text.isWellFormed() || /[\ufffe\uffff]/.test(text))
    return 'This has a broken character in it: type it again.'
  if (longRunOfMarks.test(text))
    return `This has more than ${maxMarksInARow} accents on one letter: remove some.`
  return undefined
}

/** The one spelling that is stored: trimmed, in Unicode's composed form (NFC). */
export const normaliseText = (text: string) => text.normalize('NFC').trim()
