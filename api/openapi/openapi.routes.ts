import { Elysia } from 'elysia'
import { conditional, entityTag } from '../platform/conditional'
import { openApiDocument } from './openapi'

const json = JSON.stringify(openApiDocument)
const headers = {
  etag: entityTag(json),
  'content-type': 'application/json',
  'cache-control': 'public, no-cache',
}

export const openApiRoutes = () =>
  new Elysia({ name: 'openapi' }).get('/api/openapi.json', ({ request }) =>
    conditional(request, json, headers),
  )
