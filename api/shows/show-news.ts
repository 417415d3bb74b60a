import { ObjectId } from 'mongodb'
import pLimit from 'p-limit'
import type { PublicShowChange, Show } from '../contract/shows'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'

/** A write of a public show that has not been announced yet. It is stored by the write itself, so that no crash in
 * between loses it. */
export interface PendingNews {
  _id: ObjectId
  /** The public show before the write; null if it was not public. */
  before: Show | null
  /** The origin of the public site. */
  site: string
}

/** A show, or what is left of a deleted one, with the news about it. */
interface Source {
  _id: ObjectId
  news?: PendingNews[]
}

interface Dependencies {
  shows: () => readonly Source[]
  /** The deleted shows. */
  removed: () => readonly Source[]
  /** A public show by its id, as it is now. */
  find: (id: string) => Show | undefined
  /** Removes news that have been announced from a show. */
  clear: (id: ObjectId, news: PendingNews[]) => Promise<unknown>
  /** Clears the news of a deleted show. */
  clearRemoved: (id: ObjectId) => Promise<unknown>
  log: Logger
}

/** @returns how many subscriptions get a message; undefined if the change is no news */
export type ChangeListener = (change: PublicShowChange) => Promise<number | undefined>

/** Milliseconds. */
const sweepInterval = 30_000
/** Milliseconds after a write in which only the process that wrote it announces it. */
const announceTimeout = 10_000

export const pendingNews = (before: Show | undefined, site: string): PendingNews => ({
  _id: new ObjectId(),
  before: before ?? null,
  site,
})

/** Announces writes of public shows, each at least once and those of one show in their order. What a killed
 * process did not announce is announced by the next one at its start, or by another one. */
export function createShowNews(dependencies: Dependencies) {
  const { shows, removed, find, clear, clearRemoved, log } = dependencies
  let listener: ChangeListener | undefined
  let sweep: ReturnType<typeof startBackgroundTask> | undefined
  // One at a time, so that nothing overtakes an earlier change.
  const limit = pLimit(1)

  const onError = (err: unknown) =>
    log.error({ err }, 'changes of shows could not be announced yet')

  /** Announces the news of a show. They are read here, because they may have changed while others were announced.
   * @returns how many subscriptions get the last message; undefined if there is none */
  async function announceShow(
    id: ObjectId,
    sources: () => readonly Source[],
    clearOf: (id: ObjectId, news: PendingNews[]) => Promise<unknown>,
  ) {
    const { news = [] } = sources().find(({ _id }) => _id.equals(id)) ?? {}
    const now = find(id.toHexString())
    let notified: number | undefined
    for (const [index, { before, site }] of news.entries()) {
      const next = news[index + 1]
      const after = next ? next.before : now
      const change = { before: before ?? undefined, after: after ?? undefined, site }
      notified = await listener?.(change)
    }
    if (news.length > 0) await clearOf(id, news)
    return notified
  }

  /** @param isWanted chooses the shows to announce, by their id and news
   * @returns how many subscriptions get the last message; undefined if there is none, or it could not be announced */
  const announceAll = (isWanted: (id: ObjectId, news: PendingNews[]) => boolean) =>
    limit(async () => {
      let notified: number | undefined
      const kinds = [
        [shows, clear],
        [removed, clearRemoved],
      ] as const
      for (const [sources, clearOf] of kinds) {
        const waiting = sources().filter(({ _id, news = [] }) => isWanted(_id, news))
        // One that fails stays for the next time, and does not keep back the others.
        for (const { _id } of waiting)
          notified = (await announceShow(_id, sources, clearOf).catch(onError)) ?? undefined
      }
      return notified
    })

  const startedAt = Date.now()
  /** Whether the process that wrote it has probably died. */
  const isOverdue = ({ _id }: PendingNews) => {
    const at = _id.getTimestamp().getTime()
    return at < startedAt || at < Date.now() - announceTimeout
  }

  return {
    /** Sets the function that is called for each write of a show that is or was public, with its public view before and after
     * it. It first gets the writes that a killed process did not announce. To be called once. */
    onChange(callback: ChangeListener) {
      listener = callback
      sweep = startBackgroundTask({
        run: async () => void (await announceAll((_, news) => news.some(isOverdue))),
        onError,
        interval: sweepInterval,
      })
    },
    /** Announces what writes have stored. A failure is only logged: the news is announced later.
     * @returns how many subscriptions get a message; undefined if there is none yet */
    announce: (...ids: ObjectId[]) => announceAll((one) => ids.some((id) => one.equals(id))),
    stop: async () => sweep?.stop(),
  }
}
