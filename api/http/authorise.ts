/** Lets the administrator through; the nouns know no more of him.
 * @throws Problem 401 for anybody else. */
export type Authorise = (request: Request) => Promise<void>

/** Route options: the handler reads the body itself, as a stream, and only after it has decided to. */
export const unparsed = { parse: 'none' } as const

/** Route options for what only the administrator may: anybody else is refused before a byte of the body
 * was read. */
export const adminOnly = (authorise: Authorise) => ({
  ...unparsed,
  beforeHandle: ({ request }: { request: Request }) => authorise(request),
})
