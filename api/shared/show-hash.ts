/** The fragment that names a show in an address of the back office. */
export const showHash = (id: string) => `show-${id}`

/** The id of the show that a fragment names; undefined if it names none. */
export const showOfHash = (hash: string): string | undefined => /^show-(.+)$/.exec(hash)?.[1]

/** The fragment of an address that opens the form for a new show on a day (YYYY-MM-DD). */
export const newShowHash = (visibility: 'public' | 'private', day: string) => `${visibility}-${day}`

/** The date and the visibility (empty for a public show) of the new show that a fragment asks for; undefined if it asks for
 * none. */
export function newShowOfHash(hash: string) {
  const [, visibility, date] = /^(public|private)-(\d{4}-\d\d-\d\d)$/.exec(hash) ?? []
  if (date === undefined) return
  return { date, visibility: visibility === 'private' ? 'private' : '' }
}
