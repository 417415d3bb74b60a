import { Elysia } from 'elysia'
import { type AdminShowsAnswer, type ShowAnswer, ShowBody } from '../contract/shows'
import { type Authorise, adminOnly } from '../http/authorise'
import { privateJson } from '../http/private-json'
import { readJson } from '../http/request-body'
import { validateText } from '../http/validation'
import { idempotencyKeyOf, type Receipts } from '../mongo/idempotency'
import { objectIdOf } from '../mongo/object-id'
import type { Published } from '../mongo/published'
import { versionsToMatch, versionTag } from '../mongo/versions'
import { type ShowRecord, type ShowStore, toAdminShow } from './shows.repository'

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
