/** The maximum of consecutive combining marks: the limit of Unicode's stream-safe text format (UAX #15, section 13).
 * The time of normalisation grows with the square of the run's length. */
const maxMarksInARow = 30
const longRunOfMarks = new RegExp(`\\p{M}{${maxMarksInARow + 1}}`, 'u')

/** The maximum number of UTF-16 units that normalisation may combine into one character. Longer texts are refused
 * before they are processed. */
const unitsPerCharacter = 8

/** Whether a text is too long for `maxLength` characters, even after normalisation. */
export const isFarTooLong = (text: string, maxLength: number) =>
  text.length > maxLength * unitsPerCharacter

/** Why a text can't be stored as it is, as a message for the user; undefined if it can. */
export function problemOfText(text: string): string | undefined {
  // Noncharacters do not occur in typed text and are not allowed in XML 1.0 (2.2).
  if (!text.isWellFormed() || /[\ufffe\uffff]/.test(text))
    return 'This has a broken character in it: type it again.'
  if (longRunOfMarks.test(text))
    return `This has more than ${maxMarksInARow} accents on one letter: remove some.`
  return undefined
}

/** A text without a visible character: of white space, default-ignorable code points (UAX #44) and blank Braille cells. */
const onlyInvisible = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** The form of a text that is stored: trimmed, in Unicode's composed form (NFC); empty if nothing of it can be seen. */
export const normaliseText = (text: string) =>
  onlyInvisible.test(text) ? '' : text.normalize('NFC').trim()
