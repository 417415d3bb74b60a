import { documentOperations, operations } from '../contract/operations'
import { represent } from '../http/representation'
import { implement } from '../http/route'
import { describeOperations } from './document'

const representation = represent(
  JSON.stringify(describeOperations(operations)),
  new Headers({ 'content-type': 'application/json', 'cache-control': 'public, no-cache' }),
)

/** The OpenAPI document as a route. */
export const createOpenApi = () => ({
  routes: implement(documentOperations, {
    openapi: ({ request }) => representation.respond(request),
  }),
})
