/** Starts a reverse proxy that sends each request to the next site that is ready, as `docs/deploying.md` asks of a load balancer.
 * It repeats no request: a connection that arrives while a site closes its port may be reset, and then a POST may or may not have
 * had its effect.
 * @param ports the ports of the sites on this machine */
export function startBalancer(ports: readonly number[]) {
  let turn = 0

  async function isReady(origin: string) {
    const response = await fetch(`${origin}/api/health`, { keepalive: false }).catch(
      () => undefined,
    )
    return response?.ok === true
  }

  async function forward(request: Request): Promise<Response> {
    const { method } = request
    const headers = new Headers(request.headers)
    // `fetch` decompresses bodies but leaves the Content-Encoding header, so uncompressed responses are requested.
    headers.set('accept-encoding', 'identity')
    const { pathname, search } = new URL(request.url)
    const body = method === 'GET' ? null : await request.arrayBuffer()
    turn += 1
    for (const [offset] of ports.entries()) {
      const origin = `http://localhost:${ports[(turn + offset) % ports.length]}`
      if (!(await isReady(origin))) continue
      const options = { method, headers, body, redirect: 'manual', keepalive: false } as const
      return fetch(`${origin}${pathname}${search}`, options)
    }
    return new Response(null, { status: 503 })
  }

  const error = () => new Response(null, { status: 502 })
  const server = Bun.serve({ port: 0, hostname: 'localhost', fetch: forward, error })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
