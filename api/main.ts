import { type Environment, EnvironmentError, readEnvironment } from './environment'
import { clientAddress } from './platform/client-address'
import { createLogger } from './platform/log'
import { openEmbeddedMongo, openExternalMongo } from './platform/mongo'
import { StartError } from './platform/start-error'
import { openSite } from './site'

const stopPatience = 10_000
/** Development: pages come from Vite, which asks this process for everything else. */
const isApiOnly = process.argv.includes('--api-only')

async function start(environment: Environment) {
  const { mongodbUri, mongodBinary, dataDirectory, logLevel, trustedProxies } = environment
  const say = (line: string) => {
    if (logLevel !== 'silent') console.log(line)
  }
  const mongo =
    mongodbUri === undefined
      ? await openEmbeddedMongo(dataDirectory, mongodBinary, say)
      : await openExternalMongo(mongodbUri)

  const addresses = new WeakMap<Request, string>()
  let isStopping = false
  try {
    const site = await openSite({
      ...{ environment, mongo, isApiOnly },
      log: createLogger(logLevel),
      addressOf: (request) => addresses.get(request) ?? '',
      isStopping: () => isStopping,
    })
    const server = listen(environment, (request, peer) => {
      const forwardedFor = request.headers.get('x-forwarded-for')
      addresses.set(request, clientAddress(peer, forwardedFor, trustedProxies))
      return site.fetch(request)
    })
    const stop = async () => {
      isStopping = true
      site.stopSweeping()
      const impatient = new Promise((resolve) => setTimeout(resolve, stopPatience))
      await Promise.race([server.stop(), impatient])
      await server.stop(true)
      await mongo.close()
    }
    return { password: site.password, stop }
  } catch (error) {
    await mongo.close()
    throw error
  }
}

function listen(
  { host, port }: Environment,
  answer: (request: Request, peer: string) => Response | Promise<Response>,
) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: 60,
      // The routes limit what they read, with an answer of ours; what none reads Bun discards.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, server) => answer(request, server.requestIP(request)?.address ?? ''),
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(
      `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`,
    )
  }
}

function greet({ host, port, publicUrl, adminUsername, logLevel }: Environment, password?: string) {
  const url = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (password !== undefined) {
    const lines = [
      'The administrator, shown only this once:',
      '',
      `  ${url}/login`,
      `  Username  ${adminUsername}`,
      `  Password  ${password}`,
    ]
    const width = Math.max(...lines.map((line) => line.length))
    const edge = '─'.repeat(width + 2)
    console.log(`┌${edge}┐`)
    for (const line of lines) console.log(`│ ${line.padEnd(width)} │`)
    console.log(`└${edge}┘`)
  }
  if (logLevel !== 'silent') console.log(`The site is at ${url}`)
}

async function main() {
  const environment = readEnvironment(process.env)
  const starting = start(environment)
  let isTold = false
  // Heeded from the first moment on: who is told to stop while starting leaves no database behind. A
  // signal to the group may come twice, from the terminal and from the package runner.
  const stop = async () => {
    if (isTold) return
    isTold = true
    await (await starting).stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  const { password } = await starting
  greet(environment, password)
}

await main().catch((error: unknown) => {
  if (!(error instanceof StartError || error instanceof EnvironmentError)) throw error
  console.error(error.message)
  process.exit(1)
})
