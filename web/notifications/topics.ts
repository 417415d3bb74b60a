import { storage } from '../browser/storage'

const storageKey = 'pushTopics'
const newShowsKey = 'shows'

/** The topic of new enquiries. */
export const enquiriesTopic = 'enquiries'

const read = () => (storage.getObject(storageKey) ?? {}) as Record<string, string>

const keyOf = (topic: string | undefined) => topic ?? newShowsKey

/** The topics for which this browser has asked, with the ids of their subscriptions. A topic is the id of a show, `enquiriesTopic`,
 * or undefined for new shows. */
export const storedTopics = {
  idOf: (topic: string | undefined): string | undefined => read()[keyOf(topic)],

  set(topic: string | undefined, id: string): void {
    storage.set(storageKey, JSON.stringify({ ...read(), [keyOf(topic)]: id }))
  },

  remove(topic: string | undefined): void {
    const { [keyOf(topic)]: _, ...others } = read()
    storage.set(storageKey, JSON.stringify(others))
  },

  all: (): (string | undefined)[] =>
    Object.keys(read()).map((key) => (key === newShowsKey ? undefined : key)),
}
