/** Starts a reverse proxy that distributes requests round-robin, and retries on the next site as nginx does by default
 * (`proxy_next_upstream error`): when a connection is refused, or a GET gets no response.
 * @param ports the ports of the sites on this machine */
export function startBalancer(ports: readonly number[]) {
  let turn = 0

  async function forward(request: Request): Promise<Response> {
    const { method } = request
    const headers = new Headers(request.headers)
    // `fetch` decompresses bodies but leaves the Content-Encoding header, so uncompressed responses are requested.
    headers.set('accept-encoding', 'identity')
    const { pathname, search } = new URL(request.url)
    const body = method === 'GET' ? null : await request.arrayBuffer()
    turn += 1
    for (const [offset] of ports.entries()) {
      const port = ports[(turn + offset) % ports.length]
      try {
        const options = { method, headers, body, redirect: 'manual', keepalive: false } as const
        return await fetch(`http://localhost:${port}${pathname}${search}`, options)
      } catch (error) {
        const isRefused = (error as { code?: string }).code === 'ECONNREFUSED'
        if (!isRefused && method !== 'GET') break
      }
    }
    return new Response(null, { status: 502 })
  }

  const server = Bun.serve({ port: 0, hostname: 'localhost', fetch: forward })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
