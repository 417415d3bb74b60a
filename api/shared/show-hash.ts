/** The fragment that names a show in an address of the back office. */
export const showHash = (id: string) => `show-${id}`

/** The id of the show that a fragment names; undefined if it names none. */
export const showOfHash = (hash: string): string | undefined => /^show-(.+)$/.exec(hash)?.[1]
