import { join } from 'node:path'
import type { ObjectId } from 'mongodb'
import { band } from '../web/content/band'
import { openAccountStore } from './admin/account.repository'
import { openAttemptStore } from './admin/attempts.repository'
import { createDeviceCookies } from './admin/device-cookie'
import { openLoginStore } from './admin/logins.repository'
import { weaknessOf } from './admin/password-strength'
import { createSessions } from './admin/session'
import { createApp } from './app'
import { writeBackup } from './backup/backup'
import { backupLeases } from './backup/backup-lease'
import { keepDailyBackups } from './backup/daily-backups'
import { calendarDay, currentDay } from './calendar/calendar-day'
import { addDemoContent } from './demo/demo'
import { openEnquiryStore } from './enquiries/enquiries.repository'
import { createEnquiryMail } from './enquiries/enquiry-mail'
import { openEnquiryRateStore } from './enquiries/enquiry-rate.repository'
import { keepForMonths } from './enquiries/enquiry-retention'
import type { Environment } from './environment'
import { markWhenStale } from './http/freshness'
import { createHosts } from './http/hosts'
import { createSecurityHeaders } from './http/security-headers'
import { migrations } from './migrations'
import { watchChanges } from './mongo/change-watch'
import { diskRoom } from './mongo/disk-space'
import { openReceipts } from './mongo/idempotency'
import { migrate } from './mongo/migrations'
import type { Mongo } from './mongo/mongo'
import { type Published, publish } from './mongo/published'
import { openAudioCache } from './music/audio-cache'
import { openAudioFiles } from './music/audio-files'
import { isTrackBefore, openTrackStore, toTrack } from './music/music.repository'
import { openAssets } from './pages/assets'
import { framesOf } from './pages/content-security-policy'
import { llmsText } from './pages/llms'
import { loadRenderer } from './pages/renderer'
import { securityTxt } from './pages/security-txt'
import { sitemap } from './pages/sitemap'
import type { Logger } from './process/log'
import { withoutControlCharacters } from './shows/control-characters'
import { oncePer } from './shows/once-per'
import { isShowBefore, openShowStore, type ShowRecord, toShow } from './shows/shows.repository'
import { showsCalendar } from './shows/shows-calendar'
import { showsFeed } from './shows/shows-feed'

const build = join(import.meta.dirname, '../dist')
const sweepAgainAfter = 60_000

interface Parts {
  environment: Environment
  mongo: Mongo
  log: Logger
  /** Without the web build: development renders the pages elsewhere. */
  isApiOnly: boolean
  addressOf: (request: Request) => string
  isStopping: () => boolean
  /** Told the administrator's password when it was generated, at once: it is known only now. */
  onPassword: (password: string) => void
}

const noPages = () => Promise.resolve(new Response(null, { status: 404 }))

async function openStores({ db }: Mongo['database'], environment: Environment) {
  const [account, attempts, logins, receipts, shows, tracks, files, enquiries, rates] =
    await Promise.all([
      openAccountStore(db),
      openAttemptStore(db),
      openLoginStore(db),
      openReceipts(db),
      openShowStore(db),
      openTrackStore(db),
      openAudioFiles(db, backupLeases(db).isHeld),
      openEnquiryStore(db),
      openEnquiryRateStore(db),
    ])
  const cache = await openAudioCache({
    directory: join(environment.dataDirectory, 'cache'),
    capacity: environment.audioCache,
    readPieces: (file) => files.pieces(file.id),
    hasRoomFor: diskRoom(environment.dataDirectory, environment.diskReserve),
  })
  return { account, attempts, logins, receipts, shows, tracks, files, enquiries, rates, cache }
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

/** Puts the site together on a database, ready to answer. */
export async function openSite(parts: Parts) {
  const { environment, mongo, log, isApiOnly, addressOf, isStopping, onPassword } = parts
  await migrate(mongo.database.db, migrations, (step) => log.info({ step }, 'data migrated'))
  const stores = await openStores(mongo.database, environment)
  const { account, attempts, logins, receipts, shows, tracks, files, enquiries, rates, cache } =
    stores
  const password = await account.prepare(environment.adminUsername, environment.adminPassword, () =>
    log.info('password changed by ADMIN_PASSWORD'),
  )
  if (password !== undefined) onPassword(password)
  const ownWords = [band.name, band.shortName, band.town, band.genre, band.calendarDomain, 'band']
  warnOfWeakPassword(environment.adminPassword, ownWords, log)
  if (environment.demoContent) await addDemoWhereEmpty(stores)
  const stopSweeping = await sweep(stores, mongo.isEmbedded, log)

  const secret = environment.jwtSecret ?? (await account.jwtSecret())
  const origins = [environment.publicUrl, environment.apiHost].filter((one) => one !== undefined)
  const hosts = createHosts(origins)
  const isHttps = environment.publicUrl?.startsWith('https:') === true
  const sessions = createSessions({ account, secret, hours: environment.sessionHours, hosts })
  const authorise = async (request: Request) => void (await sessions.verify(request))
  const onStale = (err: unknown) => log.error({ err }, 'a list could not be renewed')
  const secure = createSecurityHeaders(environment.publicUrl)
  const ownShows = await publish({
    name: 'shows',
    read: shows.list,
    isBefore: isShowBefore,
    present: toShow,
    secure,
    onError: onStale,
  })
  const ownMusic = await publish({
    name: 'music',
    read: tracks.list,
    isBefore: isTrackBefore,
    present: toTrack,
    secure,
    onError: onStale,
  })
  const toEvent = oncePer((show: ShowRecord) => ({
    ...show,
    id: show._id.toHexString(),
    venue: withoutControlCharacters(show.venue),
    city: withoutControlCharacters(show.city),
  }))
  const events = () => ownShows.items().map(toEvent)
  const calendar = showsCalendar(band)
  const today = currentDay(band.timeZone)
  const changes = watchChanges({
    db: mongo.database.db,
    collections: ['shows', 'music'],
    onChange() {
      void ownShows.renew()
      void ownMusic.renew()
    },
    onError: (err) => log.warn({ err }, 'changes of other processes are not heard of right now'),
  })
  const mark = markWhenStale(mongo.database.isInReach)
  const publishedShows = shared(ownShows, mark, changes.announce)
  const publishedMusic = shared(ownMusic, mark, changes.announce)

  const mail =
    environment.mail && createEnquiryMail({ settings: environment.mail, store: enquiries, log })

  const backups = keepDailyBackups({
    // These can be downloaded.
    write: (path) => writeBackup(mongo.database.db, path, { withSecrets: false }),
    measure: async () => (await mongo.database.db.stats())['dataSize'] as number,
    directory: join(environment.dataDirectory, 'backups'),
    keep: environment.backupKeep,
    hasRoomFor: diskRoom(environment.dataDirectory, environment.diskReserve),
    log,
  })

  const stopRetention = keepForMonths({ store: enquiries, months: environment.enquiryMonths, log })

  const app = createApp({
    log,
    addressOf,
    isHttps,
    corsOrigins: [environment.publicUrl, ...environment.corsOrigins].filter(
      (origin) => origin !== undefined,
    ),
    admin: {
      account,
      attempts,
      logins,
      sessions,
      devices: createDeviceCookies(secret, isHttps),
      hosts,
      addressOf,
      rateLimit: environment.rateLimit,
      ownWords,
      log,
    },
    shows: { store: shows, receipts, published: publishedShows, authorise },
    music: {
      ...{ store: tracks, receipts, files, cache, published: publishedMusic, authorise },
      maxUpload: environment.maxUpload,
      // What a database elsewhere has room for it says itself.
      hasRoomFor: mongo.isEmbedded
        ? diskRoom(environment.dataDirectory, environment.diskReserve)
        : () => Promise.resolve(true),
      onLeftOver: (err) => log.error({ err }, 'a file was left for the next sweep'),
    },
    audio: {
      ...{ files, cache, secure, openFile: Bun.file },
      onFillError: (err) => log.error({ err }, 'an mp3 could not be copied to the cache'),
    },
    enquiries: {
      store: enquiries,
      receipts,
      rates,
      addressOf,
      rateLimit: environment.rateLimit,
      authorise,
      hasMail: mail !== undefined,
      onReceived(marks) {
        log.info(marks, 'booking enquiry')
        void mail?.flush()
      },
    },
    pages: {
      data: {
        shows: () => Promise.resolve(publishedShows.told()),
        music: () => Promise.resolve(publishedMusic.told()),
      },
      mark,
      secure,
      feeds: {
        calendar: (site) => calendar.all(events(), site),
        calendarOf(site, id) {
          const show = ownShows.find(id)
          return show && calendar.one(toEvent(show), site)
        },
        rss: (site) =>
          showsFeed(
            band,
            events().filter(({ date }) => date >= today()),
            site,
          ),
        sitemap(site) {
          const ofShows = ownShows.items().map(({ updatedAt }) => updatedAt)
          const ofMusic = ownMusic.items().map(({ fileId }) => fileId.getTimestamp())
          return sitemap(site, {
            '/': latest([...ofShows, ...ofMusic]),
            '/Shows': latest(ofShows),
            '/Music': latest(ofMusic),
          })
        },
        llms: (site) => llmsText(band, site),
        security: band.securityContact
          ? (site) => securityTxt(band.securityContact ?? '', site, Date.now())
          : undefined,
      },
      assets: openAssets(join(build, 'client'), Bun.file, isApiOnly),
      renderPage: isApiOnly ? noPages : await loadRenderer(build),
      settings: { apiHost: environment.apiHost, port: environment.port },
      publicUrl: environment.publicUrl,
      hosts,
      frames: framesOf(band.videos),
      version: () => `${publishedShows.version()} ${publishedMusic.version()} ${today()}`,
    },
    backups: { backups, authorise: sessions.verify, openFile: Bun.file },
    health: {
      databaseAnswersWithin: mongo.database.answersWithin,
      isStopping,
    },
  })

  return {
    fetch: app.fetch,
    /** Ends what goes on beside the answers. */
    async stop() {
      stopSweeping()
      await changes.stop()
      ownShows.stop()
      ownMusic.stop()
      backups.stop()
      stopRetention()
      await mail?.stop()
    },
  }
}

/** The last of some moments. */
const latest = (moments: readonly Date[]): Date | undefined =>
  moments.length > 0 ? new Date(Math.max(...moments.map(Number))) : undefined

/** Takes its time: no answer waits for it. */
function warnOfWeakPassword(password: string | undefined, ownWords: string[], log: Logger) {
  if (password === undefined) return
  void weaknessOf(password, ownWords).then((weakness) => {
    if (weakness) log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
  })
}

/** A list that is marked while the database is away, and whose changes here are told to every other process.
 * Whom the word does not reach, hears the next. */
function shared<Kind extends { _id: ObjectId }, Told>(
  own: Published<Kind, Told>,
  mark: (answer: Response) => Response,
  announce: () => Promise<void>,
): Published<Kind, Told> {
  return {
    ...own,
    answer: (request) => mark(own.answer(request)),
    async write(work) {
      const result = await own.write(work)
      await announce().catch(() => undefined)
      return result
    },
  }
}

/** Removes what crashes left behind; again later where another process may still be at work. */
async function sweep({ files, tracks }: Stores, isAlone: boolean, log: Logger) {
  let timer: ReturnType<typeof setTimeout> | undefined
  async function once() {
    const { removed, pending } = await files.sweep(tracks.isFileUsed, isAlone)
    if (removed > 0) log.info({ removed }, 'removed what an upload left behind')
    const failed = (err: unknown) => log.error({ err }, 'sweeping failed')
    if (pending) timer = setTimeout(() => once().catch(failed), sweepAgainAfter)
  }
  await once()
  return () => clearTimeout(timer)
}
