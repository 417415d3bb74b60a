/** Names that page and worker share. */

export const cacheNames = {
  /** Server-rendered pages; deleted when a new version of the worker is activated. */
  pages: 'pages',
  /** The public lists. */
  lists: 'lists',
  /** One size of each of the band's pictures. */
  pictures: 'pictures',
  /** Tracks that the fan saved; no new version, budget or expiry removes them. */
  savedTracks: 'kept-tracks',
  /** Auto-saved tracks: played to their end, within a budget. */
  autoSavedTracks: 'played-tracks',
  /** The scripts and styles of the back office, which are not precached; they contain nothing of the band. */
  adminFiles: 'admin-files',
} as const

/** The document without data, which renders any public page in the browser. */
export const shellPath = '/shell.html'

/** The IndexedDB database that page and worker share. */
export const databaseName = 'band'

/** The IndexedDB database of what the back office has received, and the local storage key of its drafts. */
export const privateDatabaseName = 'private'

/** The IndexedDB database of the chosen mp3s that are not uploaded yet, and the cache of those that another app has shared,
 * until the back office reads them. */
export const uploadsName = 'uploads'

/** The IndexedDB database of the band's changes that are not sent yet, the tag of their Background Sync, the names of their lock
 * and channel, and the local storage key of other texts that are not sent yet. */
export const changesTag = 'changes'

/** The tag of Background Sync, the lock of the outbox, and the channel that announces changes of the outbox. */
export const outboxTag = 'outbox'
