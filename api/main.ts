import type { GeneratedAccess } from './admin/account.repository'
import { type Environment, EnvironmentError, readEnvironment } from './environment'
import { createLogger } from './process/log'
import { StartError } from './process/start-error'
import { startServing } from './serve'

// Ignores write errors: without a reader, for example of a pipe, only the output is lost.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** In development Vite serves the pages and proxies all other requests to this process. */
const isApiOnly = process.argv.includes('--api-only')

const siteUrl = ({ host, port, publicUrl }: Environment) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function printAccess(environment: Environment, { password, code }: GeneratedAccess) {
  const lines = [
    'The administrator, shown only this once:',
    '',
    `  ${siteUrl(environment)}/login`,
    `  Username  ${environment.adminUsername}`,
    `  Password  ${password}`,
    '',
    'Or open this link, which works once:',
    '',
    `  ${siteUrl(environment)}/login#${new URLSearchParams({ code, username: environment.adminUsername })}`,
    ...(environment.host === 'localhost'
      ? ['', 'Phones in this network reach the site if it is started with HOST=0.0.0.0.']
      : []),
  ]
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 2)
  const rows = lines.map((line) => `│ ${line.padEnd(width)} │`)
  console.log([`┌${edge}┐`, ...rows, `└${edge}┘`].join('\n'))
}

async function main() {
  const environment = readEnvironment(process.env)
  const stopping = new AbortController()
  const starting = startServing(environment, {
    log: createLogger(environment.logLevel),
    signal: stopping.signal,
    isApiOnly,
    onPassword: (access) => printAccess(environment, access),
  })
  // The handlers are added before the site has started, so that a signal during the start leaves no mongod running. A
  // signal may arrive twice, from the terminal and from the package runner.
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    await (await starting)()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  await starting
  if (environment.logLevel !== 'silent') console.log(`The site is at ${siteUrl(environment)}`)
}

await main().catch((error: unknown) => {
  if (!(error instanceof StartError || error instanceof EnvironmentError)) throw error
  console.error(error.message)
  process.exit(1)
})
