import { createServer } from 'node:net'

/** A TCP port that nobody on this machine's loopback interface uses at the moment.
 * @param spared one that somebody is about to use */
export async function freePort(spared?: number): Promise<number> {
  const port = await anyFreePort()
  return port === spared ? freePort(spared) : port
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
