const heads = new WeakSet<Request>()

/** Whether the answer's body will be thrown away, so that none need be fetched. */
export const isHead = (request: Request) => heads.has(request)

/** Answers HEAD as GET would, without the body (RFC 9110, 9.3.2). Elysia's own way reads every body to
 * its end to measure it, a 60 MB file's too; here a route that knows the length says it in a header. */
export async function answerHead(
  request: Request,
  answerGet: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const get = new Request(request.url, { headers: request.headers })
  heads.add(get)
  const { status, headers, body } = await answerGet(get)
  if (!headers.has('content-length') && body !== null) {
    const bytes = await new Response(body).arrayBuffer()
    headers.set('content-length', String(bytes.byteLength))
  }
  return new Response(null, { status, headers })
}
