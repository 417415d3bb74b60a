import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMongod } from '../api/mongo/embedded-mongod'
import { findMongod } from '../api/mongo/mongod-binary'

/** Starts a mongod in a temporary directory and makes it the server of the tests' sites (`site-process.ts`). When this
 * process exits, mongod is stopped and the directory removed. */
export async function startThrowawayMongod() {
  const directory = mkdtempSync(join(tmpdir(), 'mongod-'))
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
