import { ObjectId } from 'mongodb'
import { type BinItem, binOperations } from '../contract/bin'
import { notFound } from '../http/problem'
import { type Authorise, implement, reply } from '../http/route'
import type { Bin, BinnedRecord } from '../mongo/bin'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'

/** How the bin handles the records of one collection. */
export interface BinKind {
  kind: BinItem['kind']
  /** One line that names a record. */
  label: (record: never) => string
  /** Stores a record again, unless it is stored already.
   * @returns the response */
  restore: (record: never, request: Request) => Promise<object>
  /** Removes what only a deleted record still needs, such as its file. */
  discard?: (record: never) => Promise<unknown>
}

interface Dependencies {
  bin: Bin
  authorise: Authorise
  /** By the names of the collections. */
  kinds: Readonly<Record<string, BinKind>>
  log: Logger
}

/** Milliseconds. */
const [keptFor, sweepInterval] = [30 * 24 * 60 * 60_000, 60 * 60_000]

/** Deleted records: they can be restored for 30 days. */
export function createBin({ bin, authorise, kinds, log }: Dependencies) {
  async function read(id: string) {
    const item = await bin.find(new ObjectId(id))
    const kind = item && kinds[item.from]
    if (!item || !kind) throw notFound()
    return { item, kind }
  }

  async function discard(item: BinnedRecord) {
    if (await bin.remove(item)) await kinds[item.from]?.discard?.(item.record as never)
  }

  const sweep = startBackgroundTask({
    async run() {
      for (const item of await bin.deletedBefore(new Date(Date.now() - keptFor)))
        await discard(item)
    },
    onError: (err) => log.warn({ err }, 'expired records could not be removed from the bin yet'),
    interval: sweepInterval,
  })

  const routes = implement(
    binOperations,
    {
      async bin() {
        const items = (await bin.all()).flatMap(({ _id, from, record, deletedAt, deletedBy }) => {
          const kind = kinds[from]
          if (!kind) return []
          return {
            _id: _id.toHexString(),
            kind: kind.kind,
            label: kind.label(record as never),
            deletedAt: deletedAt.toISOString(),
            ...(deletedBy && { deletedBy }),
          }
        })
        return reply(200, { items })
      },
      async restoreFromBin({ request, parameters }) {
        const { item, kind } = await read(parameters.id)
        const body = await kind.restore(item.record as never, request)
        await bin.remove(item)
        return reply(200, body as never)
      },
      async deleteFromBin({ parameters }) {
        await discard((await read(parameters.id)).item)
        return reply(204)
      },
    },
    { authorise },
  )
  return { routes, stop: sweep.stop }
}
