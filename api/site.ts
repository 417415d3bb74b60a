import { join } from 'node:path'
import { calendarDomain, site as content } from '../web/content/site'
import { createAdmin } from './admin/admin'
import { createAvailability } from './availability/availability'
import { createBackups } from './backup/backups'
import { recoverRestore } from './backup/restore'
import { createBand } from './band/band'
import { createSiteFiles } from './band/site-files'
import { createBin } from './bin/bin'
import { createDemo } from './demo/demo'
import { createEnquiries } from './enquiries/enquiries'
import type { Environment } from './environment'
import { openFoundations } from './foundations'
import { createHealth } from './health/health'
import type { Noun } from './http/noun'
import { createPipeline } from './http/pipeline'
import { migrations } from './migrations'
import { databaseSpace, freeSpace } from './mongo/disk-space'
import { migrateData } from './mongo/migrations'
import type { Mongo } from './mongo/mongo'
import { createMusic } from './music/music'
import { createOpenApi } from './openapi/openapi'
import { createPages } from './pages/pages'
import { createPictures } from './pictures/pictures'
import type { Logger } from './process/log'
import type { Post } from './push/post'
import { createPush } from './push/push'
import { localTimeOf } from './shared/band-time'
import { createShows } from './shows/shows'
import { createSongs } from './songs/songs'
import { createStatus } from './status/status'
import { createTransfer } from './transfer/transfer'
import { createUploads } from './uploads/uploads'

interface Dependencies {
  environment: Environment
  mongo: Mongo
  log: Logger
  /** Whether the site serves no pages; in development Vite serves them. */
  isApiOnly?: boolean
  isStopping: () => boolean
  /** Sends push messages; by default over https to public addresses. */
  post?: Post
  /** Called with the administrator's generated password and a recovery code, of which only hashes are stored. */
  onPassword: (access: { password: string; code: string }) => void
}

const build = join(import.meta.dirname, '../dist')

/** Composition root: creates each noun with its dependencies, and the request pipeline in front of their routes. */
export async function createSite(dependencies: Dependencies) {
  const { environment, mongo, log, isApiOnly = false, isStopping, post, onPassword } = dependencies
  const { publicUrl, apiHost, port, enquiryMonths: months } = environment
  const { db, respondsWithin } = mongo.database
  await recoverRestore(db, mongo.isEmbedded)
  const instance = await migrateData(db, migrations, mongo.isEmbedded, log)
  const timeZone = () => words.current().timeZone
  const foundations = await openFoundations({ environment, mongo, timeZone, log })
  const { collections, toProblem, isEmbedded, isHttps, today } = foundations

  const admin = await createAdmin({
    ...environment,
    ...foundations,
    bandName: () => words.current().name,
    onPassword,
    username: environment.adminUsername,
    password: environment.adminPassword,
    ownWords: () => words.ownWords(),
    onSessionsEnded: (session) => push.endBandPhones(session),
    notifyBand: (news) =>
      void Promise.all([push.notifyBand(news), enquiries.mailBand(news)]).catch((err: unknown) =>
        log.error({ err }, 'the band could not be notified'),
      ),
  })
  const { authorise } = admin
  const isStored = async (address: string) =>
    (await pictures.has(address)) || (await siteFiles.open(address)) !== undefined
  const words = await createBand({
    ...foundations,
    authorise,
    isStored,
    first: { content, calendarDomain },
  })
  // What each noun needs of the foundations and the environment is in its own `Dependencies`.
  const common = { ...environment, ...foundations, authorise, band: words.current }
  const shows = await createShows(common)
  const contact = isHttps && publicUrl ? publicUrl : `https://${words.current().calendarDomain}`
  const push = await createPush({ ...common, show: shows.find, post, contact })
  shows.onChange(push.announce)
  const siteFiles = createSiteFiles({ ...common, refersTo: words.refersTo })
  const music = await createMusic({
    ...common,
    isFileUsedElsewhere: siteFiles.isFileUsed,
    storePicture: (content) => pictures.storeEmbedded(content),
  })
  const deleted = ['poster.src', 'picture.src'].map((path) => () => foundations.bin.values(path))
  const used = [shows.pictures, words.pictures, music.pictures, ...deleted]
  const pictures = createPictures({ ...common, used })
  const uploads = createUploads({
    ...common,
    purposes: { track: music.upload, file: siteFiles.upload },
  })
  const songs = await createSongs({ ...common, isDraftTrack: music.isDraft })
  const demo = await createDemo({ ...common, shows, music, songs, words, today: today() })
  const pages = await createPages({
    ...common,
    shows,
    music,
    songs,
    readPicture: pictures.read,
    openFile: siteFiles.open,
    isAllowed: admin.isAllowed,
    wordsChangedAt: words.changedAt,
    api: { apiHost, port },
    build: isApiOnly ? undefined : build,
    sharedDb: isEmbedded ? undefined : db,
  })
  const { renderBooking } = pages
  const enquiries = await createEnquiries({
    ...common,
    announce: push.announceEnquiry,
    notifyBand: push.notifyBand,
    isReachedByPush: push.reachesBand,
    storedSongs: songs.stored,
    nightOf: (day) => availability.stateOf(day),
    addShow: shows.addOnce,
    renderBooking,
    months,
  })
  const availability = await createAvailability({
    ...common,
    shows: shows.between,
    storedShows: shows.stored,
    enquiries: enquiries.holding,
  })
  const transfer = await createTransfer({
    ...common,
    shows: { ...shows, all: shows.adminView },
    songs: { ...songs, all: songs.adminView },
    music: { ...music, all: music.adminView },
    nightsOff: availability.nightsOff,
    enquiries,
    files: siteFiles,
    pictures,
    isStored,
    localTime: (instant) => localTimeOf(timeZone(), instant),
    today,
  })
  const { confirmPassword } = admin
  const kinds = {
    shows: shows.binKind,
    music: music.binKind,
    songs: songs.binKind,
    enquiries: enquiries.binKind,
  }
  const bin = createBin({ ...common, kinds })
  const backups = createBackups({
    ...common,
    confirmPassword,
    keep: environment.backupKeep,
    schema: migrations.length,
    async onRestored() {
      const { release } = await migrateData(db, migrations, mongo.isEmbedded, log)
      await release()
      await collections.refresh()
    },
  })
  const status = await createStatus({
    ...common,
    freeSpace: mongo.isEmbedded ? () => freeSpace(environment.dataDirectory) : databaseSpace(db),
    states: { backup: backups.status, mail: enquiries.mailStatus, push: push.status },
  })
  const alarms = { backup: backups.hasFailed, push: push.isNearlyFull, pages: pages.hasFailed }
  const health = createHealth({ respondsWithin, isStopping, alarms })

  const leading: Noun[] = [
    health,
    admin,
    words,
    shows,
    push,
    pictures,
    music,
    uploads,
    siteFiles,
    songs,
    enquiries,
    availability,
    bin,
    demo,
    transfer,
    backups,
    status,
  ]
  // The pages respond to every other path.
  const nouns: Noun[] = [...leading, createOpenApi(), pages]
  const routes = nouns.flatMap((noun) => noun.routes)
  const origins = [publicUrl, ...environment.corsOrigins]
  return {
    routes,
    respond: createPipeline({ routes, origins, isHttps, toProblem, log }),
    /** Stops all background work. */
    async stop() {
      collections.stop()
      await Promise.all(nouns.map((noun) => noun.stop?.()))
      await instance.release()
    },
  }
}
