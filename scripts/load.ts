/** Puts load on an address: asks over a few connections, on each as soon as the last answer is whole, and prints how
 * many answers came a second. It only counts bytes, for what it does itself takes from what it measures: all answers
 * must be of one length. `bun scripts/load.ts URL SECONDS CONNECTIONS 'name: value' …` */

import { argv, exit } from 'node:process'

const [address = '', seconds = '1', connections = '16', ...headers] = argv.slice(2)
const { hostname, port, pathname, search, host } = new URL(address)
const request = `GET ${pathname}${search} HTTP/1.1\r\n${[`host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`

/** A figure of what went wrong is none. */
function fail(reason: string): never {
  console.error(`${address} ${reason}`)
  exit(1)
}

const endOfHead = '\r\n\r\n'
let answers = 0

/** The length of an answer of which this is the beginning, with its head. */
function lengthOf(beginning: string): number {
  const head = beginning.slice(0, beginning.indexOf(endOfHead) + endOfHead.length)
  if (!/^HTTP\/1.1 (2\d\d|304) /.test(head)) fail(`answered ${head}`)
  const body = head.startsWith('HTTP/1.1 304') ? 0 : /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (body === undefined) fail('says no length.')
  return head.length + Number(body)
}

const asked = performance.now()
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
        answers += 1
        socket.write(request)
      },
      close() {
        fail('closed a connection.')
      },
    },
  })
}

await Bun.sleep(Number(seconds) * 1000)
console.log(answers / ((performance.now() - asked) / 1000))
exit(0)
