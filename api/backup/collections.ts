/** Whether a collection is part of backups. */
type Content =
  | 'always'
  /** Only this installation needs it, and it helps to forge tokens or to guess passwords. */
  | 'with secrets'
  /** It describes running processes and their builds. */
  | 'never'

const contents: Record<string, Content> = {
  accounts: 'always',
  away: 'always',
  backupLeases: 'never',
  bin: 'always',
  buildFiles: 'never',
  enquiries: 'always',
  enquiryCounts: 'always',
  'fs.chunks': 'always',
  'fs.files': 'always',
  loginAttempts: 'with secrets',
  imports: 'always',
  instances: 'never',
  /** Which browsers have logged in here. */
  logins: 'with secrets',
  music: 'always',
  passkeys: 'with secrets',
  pictures: 'always',
  pushDeliveries: 'never',
  pushSubscriptions: 'with secrets',
  receipts: 'always',
  removedShows: 'always',
  replyTemplates: 'always',
  restores: 'never',
  revokedTokens: 'with secrets',
  schema: 'always',
  sessions: 'with secrets',
  settings: 'with secrets',
  shows: 'always',
  site: 'always',
  songs: 'always',
  trackOrder: 'always',
  unfinishedUploads: 'never',
  uploads: 'never',
  versions: 'never',
  vitals: 'always',
}

/** Projections without the fields with hashes from which passwords could be guessed. */
export const withoutSecrets: Record<string, Record<string, 0>> = {
  accounts: { passwordHash: 0, environmentHash: 0, recoveryCodes: 0 },
}

/** The names of a site's collections; every collection that a noun uses must be added here. */
export const collectionNames = Object.keys(contents)

/** Whether a backup may contain a collection. */
export const isInBackups = (name: string): boolean =>
  Object.hasOwn(contents, name) && contents[name] !== 'never'

/** Whether every backup contains a collection, also one without secrets. */
export const isInEveryBackup = (name: string): boolean => contents[name] === 'always'

/** The names of the collections of a backup. */
export const collectionsOf = (withSecrets: boolean): string[] =>
  collectionNames.filter(withSecrets ? isInBackups : isInEveryBackup)

/** Whether a collection has only one record, without which no site runs. A backup of an earlier release may lack it; the present
 * record stays then. */
export const isSingleRecord = (name: string): boolean => ['site', 'trackOrder'].includes(name)

export const filesName = 'fs.files'
export const chunksName = 'fs.chunks'
/** Collections that exist in every database on which a site was started. */
export const requiredNames = ['accounts', 'shows', 'music']
