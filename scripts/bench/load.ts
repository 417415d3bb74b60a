/** Load generator: sends requests over a number of connections, each as soon as the previous response is complete, and
 * prints the responses per second. To cost little itself, it only counts bytes, so all responses must have
 * the same length. `bun scripts/bench/load.ts URL SECONDS CONNECTIONS 'name: value' …` */

import { argv, exit } from 'node:process'

const [address = '', seconds = '1', connections = '16', ...headers] = argv.slice(2)
const { hostname, port, pathname, search, host } = new URL(address)
const request = `GET ${pathname}${search} HTTP/1.1\r\n${[`host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`

/** Exits without a figure, since a figure that includes errors would be wrong. */
function fail(reason: string): never {
  console.error(`${address} ${reason}`)
  exit(1)
}

const endOfHead = '\r\n\r\n'
let responses = 0

/** Returns the length of a response including its head.
 * @param beginning the first bytes, with the whole head */
function lengthOf(beginning: string): number {
  const head = beginning.slice(0, beginning.indexOf(endOfHead) + endOfHead.length)
  if (!/^HTTP\/1.1 (2\d\d|304) /.test(head)) fail(`answered ${head}`)
  const body = head.startsWith('HTTP/1.1 304') ? 0 : /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (body === undefined) fail('says no length.')
  return head.length + Number(body)
}

const startedAt = performance.now()
for (let count = 0; count < Number(connections); count += 1) {
  let length = 0
  let missing = 0
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data(socket, bytes) {
        if (length === 0) {
          length = lengthOf(bytes.toString('latin1'))
          missing = length
        }
        missing -= bytes.length
        if (missing < 0) fail('answers in different lengths.')
        if (missing > 0) return
        missing = length
        responses += 1
        socket.write(request)
      },
      close() {
        fail('closed a connection.')
      },
    },
  })
}

await Bun.sleep(Number(seconds) * 1000)
console.log(responses / ((performance.now() - startedAt) / 1000))
exit(0)
