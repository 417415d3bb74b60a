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
  async function write(status: 200 | 201, work: () => Promise<ShowRecord>) {
    const record = await published.write(async (list) => {
      const written = await work()
      list.put(written)
      return written
    })
    return Response.json({ show: toShow(record) }, { status })
  }
  const admin = adminOnly(authorise)
  return new Elysia({ name: 'shows' })
    .get('/api/shows', ({ request }) => published.answer(request))
    .post(
      '/api/shows',
      async ({ request }) => {
        const body = validateText(ShowBody, await readJson(request))
        return write(201, () => store.add(body))
      },
      admin,
    )
    .put(
      '/api/shows/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const body = validateText(ShowBody, await readJson(request))
        return write(200, () => store.change(id, body))
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
