/** JSON for the caller alone: nobody else, no cache either, may keep it. */
export const privateJson = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
