import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Binary, Db } from 'mongodb'
import { acceptsEncoding } from '../http/content-encoding'
import type { RequestContext } from '../http/request-context'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { prefixes } from '../shared/site-map'
import { contentTypes, immutableHeaders } from './assets'

interface BuildFileRecord {
  /** The path in URLs, which contains a hash of the file. */
  _id: string
  identity: Binary
  /** The file compressed with Brotli, if the build has compressed it. */
  brotli?: Binary
  /** The last time a running instance had this file; may be up to two days too early. */
  seenAt: Date
}

/** Seconds for which a file is stored after the last instance with this build has ended. */
const lifetime = 30 * 24 * 60 * 60
/** Milliseconds. */
const renewInterval = 24 * 60 * 60_000
const shared = new Set(['.js', '.css'])

/** Shares the scripts and styles of this build with instances of other builds on the same database. During an update two
 * builds run side by side, and a page of one of them may get its scripts from the other.
 *
 * The files are ordinary documents, because each is much smaller than the 16 MB that a document may have.
 * @param build the folder of the web build */
export async function shareBuild(db: Db, build: string, log: Logger) {
  const files = db.collection<BuildFileRecord>('buildFiles')
  await files.createIndex({ seenAt: 1 }, { expireAfterSeconds: lifetime })
  const folder = join(build, prefixes.assets)
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => shared.has(extname(name)))
    : []
  const pathOf = (name: string) => `${prefixes.assets}/${name}`

  async function writeOf(name: string) {
    const path = join(folder, name)
    const brotli = existsSync(`${path}.br`) ? { brotli: await readFile(`${path}.br`) } : {}
    const record = { identity: await readFile(path), ...brotli, seenAt: new Date() }
    return {
      updateOne: { filter: { _id: pathOf(name) }, update: { $set: record as never }, upsert: true },
    }
  }

  async function publish() {
    const known = new Set(await files.distinct('_id', { _id: { $in: names.map(pathOf) } }))
    const writes = await Promise.all(names.filter((name) => !known.has(pathOf(name))).map(writeOf))
    if (writes.length > 0) await files.bulkWrite(writes, { ordered: false })
    const seenAt = { $lt: new Date(Date.now() - renewInterval) }
    const notSeenToday = { _id: { $in: names.map(pathOf) }, seenAt }
    await files.updateMany(notSeenToday, { $set: { seenAt: new Date() } })
  }

  await publish()
  const renewing = startBackgroundTask({
    run: publish,
    onError: (err) => log.error({ err }, 'the build could not be shared again'),
    interval: renewInterval,
    delay: renewInterval,
  })
  return {
    /** Responds with a file of another build; undefined if no recent build has it. */
    async respond({ request, path }: RequestContext): Promise<Response | undefined> {
      const file = await files.findOne({ _id: path })
      if (!file) return
      const accepted = request.headers.get('accept-encoding') ?? ''
      const brotli = acceptsEncoding(accepted, 'br') ? file.brotli : undefined
      return new Response(new Uint8Array((brotli ?? file.identity).buffer), {
        headers: {
          'content-type': contentTypes[extname(path)] ?? '',
          ...immutableHeaders,
          ...(brotli && { 'content-encoding': 'br' }),
        },
      })
    },

    stop: renewing.stop,
  }
}
