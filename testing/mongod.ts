import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMongod } from '../api/mongo/embedded-mongod'
import { findMongod } from '../api/mongo/mongod-binary'

/** Linux's file system in memory if it has 8 GB free, else the folder for temporary files. */
function memoryOrTemporaryFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 8e9 ? memory : tmpdir()
}

/** Reads the process id of the mongod that runs on a site's data folder.
 * @throws {Error} if its lock file is empty: a signal to the process 0 would reach the tests */
export async function mongodPidIn(dataDirectory: string): Promise<number> {
  const pid = Number(await readFile(join(dataDirectory, 'db/mongod.lock'), 'utf8'))
  if (pid === 0) throw new Error('mongod has not opened its files.')
  return pid
}

/** Starts a mongod in a temporary directory and makes it the server of the tests' sites (`site-process.ts`). When this
 * process exits, mongod is stopped and the directory removed. */
export async function startThrowawayMongod() {
  const directory = mkdtempSync(join(memoryOrTemporaryFolder(), 'mongod-'))
  const binary = await findMongod(process.env['MONGOD'] || undefined, console.log)
  const mongod = await startMongod(binary, directory)
  process.env['TEST_MONGOD'] = binary
  process.env['TEST_MONGODB_URI'] = mongod.uri.replace(/\/[^/]*$/, '')
  process.on('exit', () => {
    try {
      process.kill(mongod.pid)
    } catch {
      // It has already ended.
    }
    rmSync(directory, { recursive: true, force: true })
  })
  return { uri: mongod.uri, directory, stop: mongod.stop }
}
