import { storage } from '../browser/storage'

const storageKey = 'pushTopics'
/** The topic of new shows; other topics are the ids of shows. */
const newShows = 'shows'

/** The topic of new enquiries. */
export const enquiriesTopic = 'enquiries'

const read = () => (storage.getObject(storageKey) ?? {}) as Record<string, string>

const keyOf = (showId: string | undefined) => showId ?? newShows

/** The topics for which this browser has asked, with the ids of their subscriptions. */
export const storedTopics = {
  idOf: (showId: string | undefined): string | undefined => read()[keyOf(showId)],

  set(showId: string | undefined, id: string): void {
    storage.set(storageKey, JSON.stringify({ ...read(), [keyOf(showId)]: id }))
  },

  remove(showId: string | undefined): void {
    const { [keyOf(showId)]: _, ...others } = read()
    storage.set(storageKey, JSON.stringify(others))
  },

  /** The ids of the shows; undefined for new shows. */
  all: (): (string | undefined)[] =>
    Object.keys(read()).map((key) => (key === newShows ? undefined : key)),
}
