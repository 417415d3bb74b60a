import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Exchange {
  asked: IncomingMessage
  /** The site's answer, not yet passed on. */
  given: IncomingMessage
  answer: ServerResponse
  /** Passes the answer on as it is. */
  pass: () => void
}

const passAll = ({ pass }: Exchange) => pass()

/** A way to a site on which a test can lose, delay or change answers, as networks do. */
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
    /** Says what becomes of each answer from now on. */
    onAnswer(decision: (exchange: Exchange) => void) {
      decide = decision
    },
    /** Everything comes through again. */
    open() {
      decide = passAll
    },
    /** Puts a refusal in the place of what the site, which took it, answers to each POST. */
    refusePosts(status: number, headers: Record<string, string> = {}) {
      decide = ({ asked, answer, pass }) => {
        if (asked.method !== 'POST') return pass()
        answer.writeHead(status, headers).end()
      }
    },
    /** Puts a page in the place of every answer, as networks do that want one to log in. */
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
