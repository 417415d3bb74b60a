import { documentOperations, operations } from '../contract/operations'
import { represent } from '../http/representation'
import { implement } from '../http/route'
import { describeOperations } from './document'

/** The OpenAPI document as a route. */
export function createOpenApi() {
  const representation = represent(
    JSON.stringify(describeOperations(operations)),
    new Headers({ 'content-type': 'application/json', 'cache-control': 'public, no-cache' }),
  )
  return {
    routes: implement(documentOperations, {
      openapi: ({ request }) => representation.respond(request),
    }),
  }
}
