import type { createAdmin } from './admin/admin'
import { createBackups } from './backup/backups'
import { createBin } from './bin/bin'
import type { Content } from './content'
import type { Correspondence } from './correspondence'
import { databaseSpace, freeSpace } from './mongo/disk-space'
import { localTimeOf } from './shared/band-time'
import { createStatus } from './status/status'
import { createTransfer } from './transfer/transfer'

interface Dependencies {
  content: Content
  correspondence: Correspondence
  confirmPassword: Awaited<ReturnType<typeof createAdmin>>['confirmPassword']
  /** The number of this program's migrations. */
  schema: number
  /** Brings a restored database up to this program's schema, and reads the lists in memory again. */
  onRestored: () => Promise<void>
}

/** Creates the nouns of the back office, which work on the records of other nouns: bin, import and export, backups, status. */
export async function createBackOffice(dependencies: Dependencies) {
  const { content, correspondence, confirmPassword, schema, onRestored } = dependencies
  const { common } = content
  const { push, enquiries, availability } = correspondence.nouns
  const { shows, music, songs, siteFiles, pictures } = content.nouns
  const bin = createBin({
    ...common,
    kinds: {
      shows: shows.binKind,
      music: music.binKind,
      songs: songs.binKind,
      enquiries: enquiries.binKind,
    },
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
    isStored: content.isStored,
    localTime: (instant) => localTimeOf(common.band().timeZone, instant),
  })
  const backups = createBackups({
    ...common,
    confirmPassword,
    keep: common.backupKeep,
    schema,
    onRestored,
  })
  const status = await createStatus({
    ...common,
    freeSpace: common.isEmbedded ? () => freeSpace(common.dataDirectory) : databaseSpace(common.db),
    states: { backup: backups.status, mail: enquiries.mailStatus, push: push.status },
  })
  return { bin, transfer, backups, status }
}
