/** What the band does beside the running site: `npm run admin -- reset-password`, `npm run backup -- FILE`
 * (`--without-secrets` leaves out password hashes and the key that signs tokens), `npm run restore -- FILE`. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openAccountRepository } from '../admin/account.repository'
import { writeBackup } from '../backup/backup'
import { RestoreError, restoreBackup } from '../backup/restore'
import { type Environment, EnvironmentError, readEnvironment } from '../environment'
import { type Mongo, openMongoBeside } from '../mongo/mongo'
import { StartError } from '../process/start-error'

/** Something that was said wrongly, as a sentence. */
class UsageError extends Error {}

interface Setting {
  environment: Environment
  mongo: Mongo
  /** What was said after the command's name. */
  words: string[]
}

const commands: Record<string, (setting: Setting) => Promise<void>> = {
  'reset-password': resetPassword,
  backup,
  restore,
}

/** Gives the administrator a new password and ends every session. */
async function resetPassword({ environment, mongo }: Setting) {
  const account = await openAccountRepository(mongo.database.db)
  const { username, password } = await account.resetPassword(environment.adminUsername)
  console.log(`Username  ${username}\nPassword  ${password}`)
  console.log('Everybody who was logged in is logged out. Change the password after logging in.')
}

async function backup({ mongo, words }: Setting) {
  const path = fileOf(words)
  if (existsSync(path)) throw new UsageError(`${path} is there already. Say another file.`)
  if (!existsSync(dirname(path))) throw new UsageError(`There is no folder ${dirname(path)}.`)
  const startedAt = performance.now()
  await writeBackup(mongo.database.db, path, { withSecrets: !words.includes('--without-secrets') })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB in ${seconds} s`)
}

async function restore({ mongo, words }: Setting) {
  const path = fileOf(words)
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  await restoreBackup(mongo.database.db, path, words.includes('--replace'))
  console.log(`Restored from ${path}. Start the site again, should it be running.`)
}

function fileOf(words: string[]): string {
  const file = words.find((word) => !word.startsWith('--'))
  if (file === undefined) throw new UsageError('Say which file.')
  return resolve(file)
}

async function main() {
  const [name = '', ...words] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new UsageError(`Say one of: ${Object.keys(commands).join(', ')}`)
  const environment = readEnvironment(process.env)
  const { mongodbUri, dataDirectory } = environment
  // A new one would be an empty backup, and a password for nobody.
  if (command !== restore && mongodbUri === undefined && !existsSync(join(dataDirectory, 'db')))
    throw new UsageError(`There is no database in ${dataDirectory}. Is DATA_DIR the site's?`)
  const mongo = await openMongoBeside(environment, console.log)
  try {
    await command({ environment, mongo, words })
  } finally {
    await mongo.close()
  }
  process.exit(0)
}

const expected = [StartError, EnvironmentError, RestoreError, UsageError]

await main().catch((error: Error) => {
  if (!expected.some((kind) => error instanceof kind)) throw error
  console.error(error.message)
  process.exit(1)
})
