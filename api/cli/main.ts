/** Command-line tools, which also work while the site is running: `npm run admin -- reset-password`,
 * `npm run backup -- FILE` (`--without-secrets` leaves out password hashes and the key that signs tokens),
 * `npm run restore -- FILE` (`--replace` allows deleting the present content of the database). */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openAccountRepository } from '../admin/account.repository'
import { openPasskeyRepository } from '../admin/passkeys.repository'
import { RestoreError } from '../backup/archive-reader'
import { NoRoomForBackupError } from '../backup/archive-writer'
import { writeBackup } from '../backup/backup'
import { restoreBackup } from '../backup/restore'
import { type Environment, EnvironmentError, readEnvironment } from '../environment'
import { migrations } from '../migrations'
import { diskRoom } from '../mongo/disk-space'
import { type Mongo, openMongoForCommand } from '../mongo/mongo'
import { StartError } from '../process/start-error'

/** Invalid command-line arguments; the message is a sentence for the user. */
class UsageError extends Error {}

interface CommandContext {
  environment: Environment
  mongo: Mongo
  /** The arguments after the command's name. */
  args: string[]
}

const commands: Record<string, (context: CommandContext) => Promise<void>> = {
  'reset-password': resetPassword,
  backup,
  restore,
}

/** Gives the administrator a new password, ends every session, and removes passkeys and recovery codes. */
async function resetPassword({ environment, mongo }: CommandContext) {
  const account = await openAccountRepository(mongo.database.db)
  const { username, password } = await account.resetPassword(environment.adminUsername)
  await (await openPasskeyRepository(mongo.database.db)).removeAll()
  console.log(`Username  ${username}\nPassword  ${password}`)
  console.log('Everybody who was logged in is logged out. Change the password after logging in.')
}

/** A backup may be written to another disk than the site's, so its own disk is checked. */
async function backup({ environment, mongo, args }: CommandContext) {
  const path = pathFrom(args)
  if (existsSync(path)) throw new UsageError(`${path} is there already. Say another file.`)
  if (!existsSync(dirname(path))) throw new UsageError(`There is no folder ${dirname(path)}.`)
  const startedAt = performance.now()
  const { damaged } = await writeBackup(mongo.database.db, path, {
    withSecrets: !args.includes('--without-secrets'),
    hasRoomFor: diskRoom(dirname(path), environment.diskReserve),
  })
  if (damaged.length > 0)
    console.log(
      `These mp3s are damaged in the database, so the backup lacks them: ${damaged.join(', ')}`,
    )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB in ${seconds} s`)
}

async function restore({ environment, mongo, args }: CommandContext) {
  const path = pathFrom(args)
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  const { mongodbUri, dataDirectory, diskReserve } = environment
  await restoreBackup(mongo.database.db, path, {
    isReplacing: args.includes('--replace'),
    isSoleProcess: mongo.isEmbedded,
    schema: migrations.length,
    // A remote database itself refuses a write when its disk is full.
    hasRoomFor:
      mongodbUri === undefined ? diskRoom(dataDirectory, diskReserve) : () => Promise.resolve(true),
  })
  console.log(`Restored from ${path}. Start the site again, should it be running.`)
}

function pathFrom(args: string[]): string {
  const file = args.find((argument) => !argument.startsWith('--'))
  if (file === undefined) throw new UsageError('Say which file.')
  return resolve(file)
}

async function main() {
  const [name = '', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new UsageError(`Say one of: ${Object.keys(commands).join(', ')}`)
  const environment = readEnvironment(process.env)
  const { mongodbUri, dataDirectory } = environment
  // These commands need an existing database; an empty new one has no data to back up and no account.
  if (command !== restore && mongodbUri === undefined && !existsSync(join(dataDirectory, 'db')))
    throw new UsageError(`There is no database in ${dataDirectory}. Is DATA_DIR the site's?`)
  const mongo = await openMongoForCommand(environment, console.log)
  try {
    await command({ environment, mongo, args })
  } finally {
    await mongo.close()
  }
  process.exit(0)
}

const userErrors = [StartError, EnvironmentError, NoRoomForBackupError, RestoreError, UsageError]

await main().catch((error: Error) => {
  if (!userErrors.some((kind) => error instanceof kind)) throw error
  console.error(error.message)
  process.exit(1)
})
