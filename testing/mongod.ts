import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMongod } from '../api/mongo/embedded-mongod'
import { findMongod } from '../api/mongo/mongod-binary'

/** Starts a MongoDB on a directory of its own, as the one that the tests' sites use (`site-process.ts`). Both end with this
 * process, however it ends. */
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
      // It has ended already.
    }
    rmSync(directory, { recursive: true, force: true })
  })
  return { uri: mongod.uri, directory, stop: mongod.stop }
}
