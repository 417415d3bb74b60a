import { Elysia } from 'elysia'
import { ShowBody } from '../contract/shows'
import { type Authorise, adminOnly } from '../platform/authorise'
import { objectIdOf } from '../platform/object-id'
import type { Published } from '../platform/published'
import { readJson } from '../platform/request-body'
import { validateText } from '../platform/validation'
import { type ShowRecord, type ShowStore, toShow } from './shows.store'

interface Parts {
  store: ShowStore
  published: Published<ShowRecord, unknown>
  authorise: Authorise
}

export const showRoutes = ({ store, published, authorise }: Parts) => {
  const publishAndAnswer = async (status: 200 | 201, record: ShowRecord) => {
    await published.put(record)
    return Response.json({ show: toShow(record) }, { status })
  }
  const admin = adminOnly(authorise)
  return new Elysia({ name: 'shows' })
    .get('/api/shows', ({ request }) => published.answer(request))
    .post(
      '/api/shows',
      async ({ request }) => {
        const body = validateText(ShowBody, await readJson(request))
        return publishAndAnswer(201, await store.add(body))
      },
      admin,
    )
    .put(
      '/api/shows/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const body = validateText(ShowBody, await readJson(request))
        return publishAndAnswer(200, await store.change(id, body))
      },
      admin,
    )
    .delete(
      '/api/shows/:id',
      async ({ params }) => {
        const id = objectIdOf(params.id)
        await store.remove(id)
        await published.drop(id)
        return new Response(null, { status: 204 })
      },
      admin,
    )
}
