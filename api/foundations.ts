import { join } from 'node:path'
import { isBackupRunning } from './backup/backups'
import { openDrawings } from './drawing/drawings'
import type { Environment } from './environment'
import { openFileStorage } from './files/file-storage'
import { createErrorMapping } from './http/error-mapping'
import { limitUploads } from './http/multipart'
import { createPublicResponses } from './http/public-responses'
import { createResponseMemory } from './http/response-memory'
import { openBin } from './mongo/bin'
import { createCachedCollections } from './mongo/cached-collections'
import { mongoCounter, noOtherProcesses, watchChanges } from './mongo/change-watch'
import { databaseProblem } from './mongo/disk-space'
import type { Mongo } from './mongo/mongo'
import { openReceipts } from './mongo/receipts'
import type { Logger } from './process/log'

interface Dependencies {
  environment: Environment
  mongo: Mongo
  /** The current day in the band's time zone (YYYY-MM-DD); must not be called before the first request. */
  today: () => string
  log: Logger
}

/** The part of AUDIO_CACHE_MB that the drawn pictures may take. */
const drawnShare = 16

export type Foundations = Awaited<ReturnType<typeof openFoundations>>

/** Opens what the nouns have in common. */
export async function openFoundations({ environment, mongo, today, log }: Dependencies) {
  const { publicUrl, apiHost, dataDirectory, audioCache } = environment
  const { isEmbedded } = mongo
  const { db, isReachable } = mongo.database
  const responses = createPublicResponses({ publicUrl, apiHost, isCurrent: isReachable })
  const changes = isEmbedded ? noOtherProcesses : await watchChanges(mongoCounter(db))
  const collections = createCachedCollections(changes, log)
  const drawnBytes = audioCache / drawnShare
  return {
    db,
    isEmbedded,
    receipts: await openReceipts(db),
    bin: await openBin(db),
    collections,
    responses,
    memory: createResponseMemory({
      responses,
      version: () => `${collections.publicVersion()} ${today()}`,
    }),
    admitUpload: limitUploads(),
    drawings: await openDrawings({ directory: join(dataDirectory, 'drawn'), capacity: drawnBytes }),
    storage: await openFileStorage({
      ...environment,
      db,
      isEmbedded,
      isBackupRunning: isBackupRunning(db),
      audioCache: audioCache - drawnBytes,
    }),
    toProblem: createErrorMapping({ log, recognise: databaseProblem }),
    isHttps: publicUrl?.startsWith('https:') === true,
    log,
  }
}
