import { join } from 'node:path'
import { createAdmin } from './admin/admin'
import { startPasswordWarnings } from './admin/password-warnings'
import { createBackOffice } from './back-office'
import { recoverRestore } from './backup/restore'
import { createContent } from './content'
import { createCorrespondence } from './correspondence'
import type { Environment } from './environment'
import { openFoundations } from './foundations'
import { createHealth } from './health/health'
import type { Noun } from './http/noun'
import { createPipeline } from './http/pipeline'
import { migrations } from './migrations'
import { migrateData } from './mongo/migrations'
import type { Mongo } from './mongo/mongo'
import { createOpenApi } from './openapi/openapi'
import { createPages } from './pages/pages'
import type { Logger } from './process/log'
import type { Post } from './push/post'

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
  const { db, respondsWithin } = mongo.database
  await recoverRestore(db, mongo.isEmbedded)
  const migrated = () => migrateData(db, migrations, mongo.isEmbedded, log)
  const instance = await migrated()
  const today = () => content.common.today()
  const foundations = await openFoundations({ environment, mongo, today, log })

  const admin = await createAdmin({
    ...environment,
    ...foundations,
    bandName: () => content.common.band().name,
    onPassword,
    ownWords: () => content.nouns.words.ownWords(),
    onSessionsEnded: (session) => correspondence.nouns.push.endBandPhones(session),
    notifyBand: (news) => correspondence.notifyBand(news),
  })
  const { authorise, confirmPassword } = admin
  const content = await createContent({ ...environment, ...foundations, authorise })
  const pages = await createPages({
    ...content.common,
    ...content.nouns,
    isAllowed: admin.isAllowed,
    api: { apiHost: environment.apiHost, port: environment.port },
    build: isApiOnly ? undefined : build,
    sharedDb: mongo.isEmbedded ? undefined : db,
  })
  const correspondence = await createCorrespondence({ content, pages, post })
  const office = await createBackOffice({
    content,
    correspondence,
    confirmPassword,
    schema: migrations.length,
    async onRestored() {
      try {
        await (await migrated()).release()
      } finally {
        // Also if migrating fails: the lists in memory are those of the former content.
        await foundations.collections.refresh()
      }
    },
  })
  const alarms = {
    backup: office.backups.hasFailed,
    push: correspondence.nouns.push.isNearlyFull,
    pages: pages.hasFailed,
  }
  const health = createHealth({ respondsWithin, isStopping, alarms })
  // Not earlier: they need the band's words, and a first start may take longer than their delay.
  const passwordWarnings = startPasswordWarnings({ ...environment, ...content.nouns.words, log })
  const parts = [{ health, admin, passwordWarnings }, content.nouns, correspondence.nouns, office]
  const leading = parts.flatMap((part): Noun[] => Object.values(part))
  // The pages respond to every other path.
  const nouns: Noun[] = [...leading, createOpenApi(), pages]
  const routes = nouns.flatMap((noun) => noun.routes)
  const origins = [environment.publicUrl, ...environment.corsOrigins]
  return {
    routes,
    respond: createPipeline({ ...foundations, routes, origins }),
    /** Stops all background work. */
    async stop() {
      foundations.collections.stop()
      await Promise.all([foundations.drawings.stop(), ...nouns.map((noun) => noun.stop?.())])
      await instance.release()
    },
  }
}
