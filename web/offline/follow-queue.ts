import type { EntryQueue } from './entry-queue'
import type { EntryState } from './outbox-flush'

/** Reads the entries of a queue now and after each change.
 * @param show gets the entries, in their order; undefined if they can't be read
 * @returns a function that reads them once more */
export function followQueue<Entry extends EntryState>(
  queue: EntryQueue<Entry>,
  show: (entries: readonly Entry[] | undefined) => void,
) {
  let lastRead = 0
  async function refresh(): Promise<void> {
    lastRead += 1
    const read = lastRead
    try {
      const entries = await queue.entries()
      // A later read has the newer entries, even if it finishes first.
      if (read === lastRead) show(entries)
    } catch (error) {
      console.debug('The queue could not be read:', error)
      show(undefined)
    }
  }
  void refresh()
  queue.onChange(() => void refresh())
  return refresh
}
