/** The fragment that names a show in an address of the back office. */
export const showHash = (id: string) => `show-${id}`

/** The id of the show that a fragment names; undefined if it names none. */
export const showOfHash = (hash: string): string | undefined => /^show-(.+)$/.exec(hash)?.[1]

/** The fragment that opens the form for a private show on a day (YYYY-MM-DD). */
export const privateShowHash = (day: string) => `private-${day}`

/** The day of a private show that a fragment begins; undefined if it begins none. */
export const privateDayOfHash = (hash: string): string | undefined =>
  /^private-(\d{4}-\d\d-\d\d)$/.exec(hash)?.[1]
