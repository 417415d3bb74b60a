import type { Db } from 'mongodb'
import { version } from '../../package.json'
import { type SiteStatus, statusOperations } from '../contract/status'
import { networkOf } from '../http/client-address'
import { createRequestRate } from '../http/request-rate'
import { type Authorise, implement, reply } from '../http/route'
import { openVitalsRepository } from './vitals.repository'

interface Dependencies {
  db: Db
  /** The free bytes of the database's disk; undefined if its server does not say. */
  freeSpace: () => Promise<number | undefined>
  /** Bytes that must stay free on the disk. */
  diskReserve: number
  /** The states of other nouns. */
  states: { [Noun in 'backup' | 'mail' | 'push']: () => Promise<SiteStatus[Noun]> }
  rateLimit: boolean
  authorise: Authorise
}

/** Programs that say so themselves; their page loads are no visits. */
const bot = /bot|crawl|spider|slurp|headless|lighthouse|preview/i

/** The state of the site for the band, and the figures of visitors' browsers. */
export async function createStatus(dependencies: Dependencies) {
  const { db, freeSpace, diskReserve, states, rateLimit, authorise } = dependencies
  const vitals = await openVitalsRepository(db)
  const take = createRequestRate()

  return {
    routes: implement(
      statusOperations,
      {
        async status() {
          const [free, backup, mail, push, measured] = await Promise.all([
            freeSpace(),
            states.backup(),
            states.mail(),
            states.push(),
            vitals.read(),
          ])
          const disk = {
            ...(free !== undefined && { free }),
            isFull: (free ?? Infinity) < diskReserve,
          }
          return reply(200, { version, disk, backup, mail, push, vitals: measured })
        },
        async addVitals({ context, request, body }) {
          const isBot = bot.test(request.headers.get('user-agent') ?? '')
          // More reports than one network's visitors can cause would distort the figures.
          const isCounted = !isBot && !(rateLimit && take(networkOf(context.address)) > 0)
          if (isCounted) await vitals.add(body)
          return reply(204)
        },
      },
      { authorise },
    ),
  }
}
