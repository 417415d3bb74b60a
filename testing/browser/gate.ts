import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Exchange {
  asked: IncomingMessage
  /** The site's response, not yet forwarded. */
  given: IncomingMessage
  answer: ServerResponse
  /** Forwards the site's response unchanged. */
  pass: () => void
}

const passAll = ({ pass }: Exchange) => pass()

/** Starts a proxy in front of a site with which a test can drop, delay or replace responses. */
export async function startGate() {
  let target = ''
  let decide = passAll
  const server = createServer((asked, answer) => {
    const { method = 'GET', headers, url = '/' } = asked
    const outgoing = request(target + url, { method, headers }, (given) => {
      const pass = () => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
        given.on('error', () => answer.destroy())
      }
      decide({ asked, given, answer, pass })
    })
    outgoing.on('error', () => answer.destroy())
    asked.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    leadTo(site: string) {
      target = site
    },
    /** Sets the handler of all further responses. */
    onAnswer(decision: (exchange: Exchange) => void) {
      decide = decision
    },
    /** Forwards all further responses unchanged. */
    open() {
      decide = passAll
    },
    /** Replaces the response to each POST by an error status. The site still processes the request. */
    refusePosts(status: number, headers: Record<string, string> = {}) {
      decide = ({ asked, answer, pass }) => {
        if (asked.method !== 'POST') return pass()
        answer.writeHead(status, headers).end()
      }
    },
    /** Replaces every response by an HTML page, as a captive portal does. */
    answerAsInACafe() {
      decide = ({ answer }) =>
        void answer
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end('<h1>Welcome to the café</h1>')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
