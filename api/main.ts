import { join } from 'node:path'
import { band } from '../web/content/band'
import { openAccountStore } from './admin/account.store'
import { openAttemptStore } from './admin/attempts.store'
import { createSessions } from './admin/session'
import { createApp } from './app'
import { addDemoContent } from './demo/demo'
import { openEnquiryStore } from './enquiries/enquiries.store'
import { type Environment, EnvironmentError, readEnvironment } from './environment'
import { openAudioCache } from './music/audio-cache'
import { openAudioFiles } from './music/audio-files'
import { openTrackStore, toTrack } from './music/music.store'
import { openAssets } from './pages/assets'
import { loadRenderer } from './pages/renderer'
import { showsCalendar } from './pages/shows-calendar'
import { calendarDay } from './platform/calendar-day'
import { clientAddress } from './platform/client-address'
import { claimDataDirectory } from './platform/data-directory'
import { openDatabase } from './platform/database'
import { startMongod } from './platform/embedded-mongod'
import { createLogger, type Logger } from './platform/log'
import { findMongod } from './platform/mongod-binary'
import { publish } from './platform/published'
import { StartError } from './platform/start-error'
import { openShowStore, toShow } from './shows/shows.store'

const build = join(import.meta.dirname, '../dist')
const stopPatience = 10_000
/** Development: pages come from Vite, which asks this process for everything else. */
const isApiOnly = process.argv.includes('--api-only')

async function openMongo(environment: Environment, say: (line: string) => void) {
  const { mongodbUri, mongodBinary, dataDirectory } = environment
  if (mongodbUri !== undefined) {
    const database = await openDatabase(mongodbUri).catch(() => {
      throw new StartError(
        'No MongoDB answers at MONGODB_URI within 10 seconds. Is it running, and may this machine reach it?',
      )
    })
    return { database, isEmbedded: false, close: () => database.close() }
  }
  const release = claimDataDirectory(dataDirectory)
  try {
    const mongod = await startMongod(await findMongod(mongodBinary, say), dataDirectory)
    const database = await openDatabase(mongod.uri)
    const close = async () => {
      await database.close()
      await mongod.stop()
      release()
    }
    return { database, isEmbedded: true, close }
  } catch (error) {
    release()
    throw error
  }
}

const noPages = () => Promise.resolve(new Response(null, { status: 404 }))

type Mongo = Awaited<ReturnType<typeof openMongo>>

async function openStores({ db }: Mongo['database'], environment: Environment) {
  const [account, attempts, shows, tracks, files, enquiries] = await Promise.all([
    openAccountStore(db),
    openAttemptStore(db),
    openShowStore(db),
    openTrackStore(db),
    openAudioFiles(db),
    openEnquiryStore(db),
  ])
  const cache = await openAudioCache(
    join(environment.dataDirectory, 'cache'),
    environment.audioCache,
    (file) => files.pieces(file.id),
  )
  return { account, attempts, shows, tracks, files, enquiries, cache }
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function addDemoWhereEmpty({ shows, tracks, files }: Stores) {
  if ((await shows.list()).length > 0 || (await tracks.list()).length > 0) return
  await addDemoContent({
    today: calendarDay(band.timeZone, new Date()),
    addShow: shows.add,
    addTrack: (fields, fileName, stream) =>
      files.keeping(async (keep) => tracks.add(fields, await keep(fileName, stream))),
  })
}

async function start(environment: Environment) {
  const log = createLogger(environment.logLevel)
  const say = (line: string) => {
    if (environment.logLevel !== 'silent') console.log(line)
  }
  const mongo = await openMongo(environment, say)
  try {
    return await serve(environment, mongo, log)
  } catch (error) {
    await mongo.close()
    throw error
  }
}

async function serve(environment: Environment, mongo: Mongo, log: Logger) {
  const stores = await openStores(mongo.database, environment)
  const { account, attempts, shows, tracks, files, enquiries, cache } = stores
  const password = await account.prepare(environment.adminUsername, environment.adminPassword)
  if (environment.demoContent) await addDemoWhereEmpty(stores)
  const stopSweeping = await sweep(stores, mongo.isEmbedded, log)

  const sessions = createSessions(
    account,
    environment.jwtSecret ?? (await account.jwtSecret()),
    environment.sessionHours,
  )
  const authorise = async (request: Request) => void (await sessions.verify(request))
  const publishedShows = await publish(async () => ({ shows: (await shows.list()).map(toShow) }))
  const publishedMusic = await publish(async () => ({ music: (await tracks.list()).map(toTrack) }))
  const addresses = new WeakMap<Request, string>()
  let isStopping = false

  const app = createApp({
    log,
    corsOrigins: [environment.publicUrl, ...environment.corsOrigins].filter(
      (origin) => origin !== undefined,
    ),
    admin: {
      account,
      attempts,
      sessions,
      addressOf: (request) => addresses.get(request) ?? '',
      rateLimit: environment.rateLimit,
      log,
    },
    shows: { store: shows, published: publishedShows, authorise },
    music: {
      ...{ store: tracks, files, cache, published: publishedMusic, authorise },
      maxUpload: environment.maxUpload,
    },
    audio: {
      ...{ files, cache, openFile: Bun.file },
      onFillError: (err) => log.error({ err }, 'an mp3 could not be copied to the cache'),
    },
    enquiries: { store: enquiries, authorise, onReceived: () => log.info('booking enquiry') },
    pages: {
      data: {
        shows: () => Promise.resolve(publishedShows.value().shows),
        music: () => Promise.resolve(publishedMusic.value().music),
      },
      calendar: async (site) => {
        const records = await shows.list()
        const events = records.map((show) => ({ ...show, id: show._id.toHexString() }))
        return showsCalendar(band, events, site)
      },
      assets: openAssets(join(build, 'client'), Bun.file, isApiOnly),
      renderPage: isApiOnly ? noPages : await loadRenderer(build),
      settings: { apiHost: environment.apiHost, port: environment.port },
      publicUrl: environment.publicUrl,
    },
    health: {
      databaseAnswersWithin: mongo.database.answersWithin,
      isStopping: () => isStopping,
    },
  })

  const server = listen(environment, (request, peer) => {
    addresses.set(
      request,
      clientAddress(peer, request.headers.get('x-forwarded-for'), environment.trustedProxies),
    )
    return app.fetch(request)
  })

  async function stop() {
    isStopping = true
    stopSweeping()
    const finished = server.stop()
    const impatient = new Promise((resolve) => setTimeout(resolve, stopPatience))
    await Promise.race([finished, impatient])
    await server.stop(true)
    await mongo.close()
  }
  return { password, stop }
}

/** Removes what crashes left behind; again later where another process may still be at work. */
async function sweep({ files, tracks }: Stores, isAlone: boolean, log: Logger) {
  let timer: ReturnType<typeof setTimeout> | undefined
  async function once() {
    const { removed, pending } = await files.sweep(tracks.isFileUsed, isAlone)
    if (removed > 0) log.info({ removed }, 'removed what an upload left behind')
    const failed = (err: unknown) => log.error({ err }, 'sweeping failed')
    if (pending) timer = setTimeout(() => once().catch(failed), 60_000)
  }
  await once()
  return () => clearTimeout(timer)
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

try {
  const environment = readEnvironment(process.env)
  const { password, stop } = await start(environment)
  greet(environment, password)
  let _stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      _stopping ??= stop().then(() => process.exit(0))
    })
} catch (error) {
  if (!(error instanceof StartError || error instanceof EnvironmentError)) throw error
  console.error(error.message)
  process.exit(1)
}
