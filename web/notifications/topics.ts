import { storage } from '../browser/storage'

const storageKey = 'pushTopics'

export const newShowsTopic = 'shows'
export const enquiriesTopic = 'enquiries'

const read = () => (storage.getObject(storageKey) ?? {}) as Record<string, string>

/** The topics to which this browser has subscribed, with the ids of the subscriptions. A topic is the id of a show,
 * `newShowsTopic` or `enquiriesTopic`. */
export const storedTopics = {
  idOf: (topic: string): string | undefined => read()[topic],

  set(topic: string, id: string): void {
    storage.set(storageKey, JSON.stringify({ ...read(), [topic]: id }))
  },

  remove(topic: string): void {
    const { [topic]: _, ...others } = read()
    storage.set(storageKey, JSON.stringify(others))
  },

  all: () => Object.keys(read()),
}
