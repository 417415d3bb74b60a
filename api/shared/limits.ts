/** Limits for text input, in characters (code points). Forms show or apply them; schemas enforce them. */
export const limits = {
  /** Sets of a set list, and songs of a set. */
  sets: 5,
  songsOfSet: 100,
  /** Single-line text, such as a venue or a name. */
  line: 200,
  /** RFC 5321, 4.5.3.1.3: 256 octets with the angle brackets. */
  email: 254,
  phone: 40,
  message: 5_000,
  /** A show's note. */
  note: 1_000,
  /** The name of the band or of a member. */
  name: 60,
  shortName: 30,
  paragraph: 2_000,
  /** A tag or a key of a song. */
  tag: 40,
  /** Paragraphs of a text. */
  paragraphs: 12,
  /** Lines of a list. */
  lines: 24,
  url: 2_000,
  username: 200,
  minPassword: 8,
  password: 1_024,
} as const

/** The message about a text with more than `max` characters (code points); undefined if it has no more. */
export function lengthProblem(text: string, max: number): string | undefined {
  // No text has more characters than UTF-16 units, so most need not be counted. Forms call this after each key.
  const length = text.length > max ? [...text].length : 0
  return length > max ? `${tooLong(max)} It has ${length.toLocaleString('en')}.` : undefined
}

export const tooLong = (max: number) =>
  `This must have at most ${max.toLocaleString('en')} characters.`
