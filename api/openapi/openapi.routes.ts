import { Elysia } from 'elysia'
import { represent } from '../http/representation'
import { openApiDocument } from './openapi'

const representation = represent(
  JSON.stringify(openApiDocument),
  new Headers({ 'content-type': 'application/json', 'cache-control': 'public, no-cache' }),
)

export const openApiRoutes = () =>
  new Elysia({ name: 'openapi' }).get('/api/openapi.json', ({ request }) =>
    representation.answer(request),
  )
