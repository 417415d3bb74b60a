import { Elysia } from 'elysia'
import { type AdminShowsAnswer, type ShowAnswer, ShowBody } from '../contract/shows'
import { type Authorise, adminOnly } from '../platform/authorise'
import { idempotencyKeyOf, type Receipts } from '../platform/idempotency'
import { objectIdOf } from '../platform/object-id'
import { privateJson } from '../platform/private-json'
import type { Published } from '../platform/published'
import { readJson } from '../platform/request-body'
import { validateText } from '../platform/validation'
import { versionsToMatch, versionTag } from '../platform/versions'
import { type ShowRecord, type ShowStore, toAdminShow } from './shows.store'

interface Parts {
  store: ShowStore
  receipts: Receipts
  published: Published<ShowRecord, unknown>
  authorise: Authorise
}

export const showRoutes = ({ store, receipts, published, authorise }: Parts) => {
  const write = (work: () => Promise<ShowRecord>): Promise<ShowAnswer> =>
    published.write(async (list) => {
      const written = await work()
      list.put(written)
      return { show: toAdminShow(written) }
    })
  const admin = adminOnly(authorise)
  return new Elysia({ name: 'shows' })
    .get('/api/shows', ({ request }) => published.answer(request))
    .get(
      '/api/admin/shows',
      () => {
        const shows = published.items().map(toAdminShow)
        return privateJson({ shows } satisfies AdminShowsAnswer)
      },
      admin,
    )
    .post(
      '/api/shows',
      async ({ request }) => {
        const key = idempotencyKeyOf(request)
        const body = validateText(ShowBody, await readJson(request))
        const answer = await receipts.once({ scope: 'shows', key, content: body }, () =>
          write(() => store.add(body, key)),
        )
        return showResponse(201, answer)
      },
      admin,
    )
    .put(
      '/api/shows/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const versions = versionsToMatch(request)
        const body = validateText(ShowBody, await readJson(request))
        return showResponse(200, await write(() => store.change(id, body, versions)))
      },
      admin,
    )
    .delete(
      '/api/shows/:id',
      async ({ params }) => {
        const id = objectIdOf(params.id)
        await published.write(async (list) => {
          await store.remove(id)
          list.drop(id)
        })
        return new Response(null, { status: 204 })
      },
      admin,
    )
}

const showResponse = (status: 200 | 201, answer: ShowAnswer) =>
  Response.json(answer, { status, headers: { etag: versionTag(answer.show.version) } })
