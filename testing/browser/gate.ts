import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestFixture } from '@playwright/test'

export type Gate = Awaited<ReturnType<typeof startGate>>

interface Exchange {
  incoming: IncomingMessage
  /** The site's response, not yet forwarded. */
  upstream: IncomingMessage
  response: ServerResponse
  /** Forwards the site's response unchanged. */
  pass: () => void
}

const passAll = ({ pass }: Exchange) => pass()

/** Starts a proxy in front of a site with which a test can drop, delay or replace responses. */
export async function startGate() {
  let target = ''
  let decide = passAll
  const server = createServer((incoming, response) => {
    const { method = 'GET', headers, url = '/' } = incoming
    const outgoing = request(target + url, { method, headers }, (upstream) => {
      const pass = () => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(response)
        upstream.on('error', () => response.destroy())
      }
      decide({ incoming, upstream, response, pass })
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  async function goDown() {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    forwardTo(site: string) {
      target = site
    },
    /** Sets the handler of all further responses. */
    onResponse(decision: (exchange: Exchange) => void) {
      decide = decision
    },
    /** Forwards all further responses unchanged. */
    open() {
      decide = passAll
    },
    /** Replaces the response to each POST by an error status. The site still processes the request. */
    refusePosts(status: number, headers: Record<string, string> = {}) {
      decide = ({ incoming, response, pass }) => {
        if (incoming.method !== 'POST') return pass()
        response.writeHead(status, headers).end()
      }
    },
    /** Replaces every response by an HTML page, as a captive portal does. */
    respondLikeCaptivePortal() {
      decide = ({ response }) =>
        void response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end('<h1>Welcome to the café</h1>')
    },
    /** Refuses connections from now on, as if the site were down. */
    goDown,
    /** Accepts connections again. */
    async goUp() {
      if (!server.listening) await listen(port)
    },
    stop: goDown,
  }
}

/** Starts a gate for one test. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
export const gateFixture: TestFixture<Gate, object> = async ({}, use) => {
  const gate = await startGate()
  await use(gate)
  await gate.stop()
}
