import { Readable } from 'node:stream'
import { entriesOf, readManifest } from './archive-reader'
import { archiveOf } from './archive-writer'
import { chunksName } from './collections'
import { storeBeside } from './file-store'
import { manifestName } from './manifest'

/** Streams a stored backup as one archive with its mp3s, which come from the archive itself or from the store. The
 * stream fails if the backup can't be read. Digests are compared only when the download is restored. */
export function downloadBackup(path: string): ReadableStream<Uint8Array> {
  const store = storeBeside(path)
  const spoolPath = `${path}.${crypto.randomUUID()}.spool`
  const archive = archiveOf(spoolPath, async (writer) => {
    let database = ''
    let hasChunks = false
    for await (const entry of entriesOf(path)) {
      const { name, size = 0 } = entry.header
      if (name !== manifestName) {
        database = name.split('/')[1] ?? ''
        hasChunks ||= name.endsWith(`/${chunksName}.bson`)
        await writer.addEntry(name, size, entry)
        continue
      }
      const manifest = await readManifest(entry)
      if (!hasChunks) await writer.addFiles(database, manifest.files, store.read)
      await writer.addManifest(manifest)
    }
  })
  return Readable.toWeb(
    Readable.from(archive, { objectMode: false }),
  ) as unknown as ReadableStream<Uint8Array>
}
