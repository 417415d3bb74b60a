import type { EntryQueue } from './entry-queue'
import { onReachable } from './on-reachable'
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

const started = new Set<string>()

/** The longest time of a timer, in milliseconds; a longer one would expire at once. */
const maxTimer = 2 ** 31 - 1

/** Flushes a queue when the page starts, when the network or the site is available again, when the person returns to the page,
 * and when the backoff of an entry is over. A second call for the same queue does nothing.
 * @param options returns where to send the entries; undefined while none can be sent */
export function keepFlushing<Entry extends EntryState>(
  queue: EntryQueue<Entry>,
  options: () => Parameters<typeof queue.flush>[0],
): void {
  if (started.has(queue.tag)) return
  started.add(queue.tag)
  let timer: ReturnType<typeof setTimeout> | undefined

  function arm(nextRetryAt: number | undefined) {
    clearTimeout(timer)
    if (nextRetryAt === undefined) return
    const wait = Math.min(Math.max(0, nextRetryAt - Date.now()), maxTimer)
    timer = setTimeout(() => flush('timer'), wait)
  }

  const flush = (trigger?: 'timer') => {
    const current = options()
    if (!current) return
    queue
      .flush({ ...current, trigger })
      .then(({ nextRetryAt }) => arm(nextRetryAt))
      .catch((error: unknown) => console.debug('The queue could not be flushed:', error))
  }

  flush()
  onReachable(() => flush())
  queue.onChange(() => void queue.status().then(({ nextRetryAt }) => arm(nextRetryAt)))
}
