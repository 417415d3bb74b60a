/** Limits of what people type, in characters (code points); forms say them to the browser, schemas enforce them. */
export const limits = {
  /** A text of one line, such as a venue or a name. */
  line: 200,
  /** RFC 5321, 4.5.3.1.3: 256 octets with the angle brackets. */
  email: 254,
  message: 5_000,
  username: 200,
  shortestPassword: 8,
  password: 1_024,
} as const
