import { join } from 'node:path'
import { band } from '../web/content/band'
import { videos } from '../web/content/video-list'
import { createAdmin } from './admin/admin'
import { createBackups, isBackupRunning } from './backup/backups'
import { recoverRestore } from './backup/restore'
import { currentDay } from './calendar/calendar-day'
import { addDemoContent } from './demo/demo'
import { createEnquiries } from './enquiries/enquiries'
import type { Environment } from './environment'
import { createHealth } from './health/health'
import { createErrorMapping } from './http/error-mapping'
import { createPipeline } from './http/pipeline'
import { createPublicResponses } from './http/public-responses'
import { migrations } from './migrations'
import { watchChanges } from './mongo/change-watch'
import { databaseProblem } from './mongo/database-problem'
import { migrate } from './mongo/migrations'
import type { Mongo } from './mongo/mongo'
import { openReceipts } from './mongo/receipts'
import { createMusic } from './music/music'
import { createOpenApi } from './openapi/openapi'
import { createPages } from './pages/pages'
import { createPictures } from './pictures/pictures'
import type { Logger } from './process/log'
import type { Post } from './push/post'
import { createPush } from './push/push'
import { createShows } from './shows/shows'

interface Dependencies {
  environment: Environment
  mongo: Mongo
  log: Logger
  /** Whether the site serves no pages; in development Vite serves them. */
  isApiOnly?: boolean
  isStopping: () => boolean
  /** Sends push messages; by default over https to public addresses. */
  post?: Post
  /** Called with the administrator's generated password, of which only the hash is stored. */
  onPassword: (password: string) => void
}

const build = join(import.meta.dirname, '../dist')

/** Composition root: creates each noun with its dependencies, and the request pipeline in front of their routes. */
export async function createSite(dependencies: Dependencies) {
  const { environment, mongo, log, isApiOnly = false } = dependencies
  const { publicUrl, apiHost, port, corsOrigins, rateLimit, dataDirectory, diskReserve } =
    environment
  const { database, isEmbedded } = mongo
  const { db, isReachable, respondsWithin } = database
  await recoverRestore(db, isEmbedded)
  await migrate(db, migrations, (step) => log.info({ step }, 'data migrated'))

  const isHttps = publicUrl?.startsWith('https:') === true
  const responses = createPublicResponses({ publicUrl, apiHost, isCurrent: isReachable })
  const today = currentDay(band.timeZone)
  const receipts = await openReceipts(db)
  const changes = await watchChanges(db, ['shows', 'removedShows', 'music'], { isEmbedded, log })
  const toProblem = createErrorMapping({ log, recognise: databaseProblem })

  const admin = await createAdmin({
    ...{ db, hosts: responses.hosts, isHttps, rateLimit, log, onPassword: dependencies.onPassword },
    username: environment.adminUsername,
    password: environment.adminPassword,
    jwtSecret: environment.jwtSecret,
    sessionHours: environment.sessionHours,
    ownWords: [band.name, band.shortName, band.town, band.genre, band.calendarDomain, 'band'],
  })
  const { authorise, confirmPassword } = admin
  const shows = await createShows({
    ...{ db, changes, receipts, authorise, responses, band, today, log },
    onChange: (change) => push.announce(change),
  })
  const push = await createPush({
    ...{ db, band, show: shows.find, today, rateLimit, log, post: dependencies.post },
    contact: isHttps ? publicUrl : `https://${band.calendarDomain}`,
  })
  const pictures = createPictures({ db, authorise, responses, used: shows.pictures, log })
  const music = await createMusic({
    ...{ db, isEmbedded, changes, receipts, authorise, responses, band, log },
    ...{ dataDirectory, diskReserve },
    audioCache: environment.audioCache,
    maxUpload: environment.maxUpload,
    isBackupRunning: isBackupRunning(db),
  })
  if (environment.demoContent) await addDemoContent({ shows, music, today: today() })
  const pages = await createPages({
    ...{ shows, music, responses, band, videos, today, log, api: { apiHost, port } },
    build: isApiOnly ? undefined : build,
    sharedDb: isEmbedded ? undefined : db,
  })
  const enquiries = await createEnquiries({
    ...{ db, receipts, authorise, rateLimit, toProblem, log, renderBooking: pages.renderBooking },
    months: environment.enquiryMonths,
    mail: environment.mail,
  })
  const backups = createBackups({
    ...{ db, isEmbedded, dataDirectory, diskReserve, authorise, confirmPassword, log },
    keep: environment.backupKeep,
  })
  const { isStopping } = dependencies
  const health = createHealth({ respondsWithin, isStopping, hasBackupFailed: backups.hasFailed })

  const nouns = [
    health,
    admin,
    shows,
    push,
    pictures,
    music,
    enquiries,
    backups,
    createOpenApi(),
    pages,
  ]
  const routes = nouns.flatMap((noun) => noun.routes)
  return {
    routes,
    respond: createPipeline({
      ...{ routes, isHttps, toProblem, log, origins: [publicUrl, ...corsOrigins] },
      cached: [shows.cached, music.cached, pages.cached],
    }),
    /** Stops all background work. */
    async stop() {
      changes.stop()
      await Promise.all(
        [shows, push, pictures, music, backups, enquiries, pages].map((noun) => noun.stop()),
      )
    },
  }
}
