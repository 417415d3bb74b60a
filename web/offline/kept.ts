/** What page and worker call the same things by. */

export const cacheNames = {
  /** Pages as the server rendered them; they go with the version that they belong to. */
  pages: 'pages',
  /** The public lists. */
  lists: 'lists',
  /** Tracks that the fan kept on purpose: no version, budget or expiry touches them. */
  keptTracks: 'kept-tracks',
  /** Tracks that were played to their end, within a budget. */
  playedTracks: 'played-tracks',
} as const

/** The document without data, which renders any public page in the browser. */
export const shellPath = '/shell.html'

/** Of what page and worker remember in IndexedDB. */
export const databaseName = 'band'

/** Of Background Sync and of the channel on which the outbox's changes are told. */
export const outboxTag = 'outbox'
