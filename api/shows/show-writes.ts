import { ObjectId } from 'mongodb'
import type { ShowBody, ShowResponse, showOperations } from '../contract/shows'
import type { PublicResponses } from '../http/public-responses'
import { type Call, reply } from '../http/route'
import type { Records } from '../mongo/records'
import type { ShowRecord } from './show-record'
import type { createShowRemovals } from './show-removals'
import type { ShowRepository } from './shows.repository'

interface Dependencies {
  shows: Records<ShowRecord, ShowResponse>
  repository: ShowRepository
  removals: Pick<ReturnType<typeof createShowRemovals>, 'remove'>
  /** Announces the write of a show, which is already stored.
   * @returns how many subscriptions get a message; undefined if no message is sent */
  announce: (record: ShowRecord) => Promise<number | undefined>
  responses: Pick<PublicResponses, 'siteOf'>
}

type Operations = typeof showOperations

/** Adds, changes and deletes shows. */
export function createShowWrites(dependencies: Dependencies) {
  const { shows, repository, removals, announce } = dependencies
  const { siteOf } = dependencies.responses

  /** Stores a show once for each key, and announces it. */
  async function add(body: ShowBody, key: string | undefined, request: Request) {
    const site = siteOf(request)
    const { after } = await shows.put(() => repository.add(body, { site, key }))
    await announce(after)
    return after
  }

  const handlers = {
    addShow: ({ request, body: content, idempotencyKey: key }: Call<Operations['addShow']>) =>
      shows.replyToAdd({ key, content }, () => add(content, key, request)),
    async changeShow(call: Call<Operations['changeShow']>) {
      const { request, body, parameters, versions, idempotencyKey: key } = call
      const id = new ObjectId(parameters.id)
      const site = siteOf(request)
      const { after } = await shows.put(() => repository.change(id, body, { site, versions, key }))
      const notified = await announce(after)
      return shows.replyToChange(after, notified === undefined ? {} : { notified })
    },
    async deleteShow({ request, parameters, versions }: Call<Operations['deleteShow']>) {
      await removals.remove(new ObjectId(parameters.id), versions, request)
      return reply(204)
    },
  }
  return { add, handlers }
}
