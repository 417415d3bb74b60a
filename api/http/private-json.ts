/** A JSON response for the caller only; caches must not store it. */
export const privateJson = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
