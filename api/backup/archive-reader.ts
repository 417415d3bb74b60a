import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { Value } from '@sinclair/typebox/value'
import { BSON, type IndexDescription } from 'mongodb'
import { extract } from 'tar-stream'
import { isUnavailable } from '../mongo/database'
import { measureStream } from '../process/measured-stream'
import { documentsOf } from './bson-stream'
import { chunksOf, createChunkReader } from './chunks'
import { chunksName, isInBackups, requiredNames } from './collections'
import { storeBeside } from './file-store'
import { Manifest, manifestName } from './manifest'

/** A backup can't be restored; the message says why and, for a backup of another layout, what to do. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** What to do with a backup that an earlier version wrote. */
const adviceForEarlierBackups =
  'To use a backup of an earlier version, restore it with that version into an empty database, and then start this version on that database.'

/** Receives the content of an archive while it is read, before it is verified. */
export interface ArchiveSink {
  /** @param documents BSON documents, which must be read to the end */
  documents(collection: string, documents: AsyncIterable<Uint8Array>): Promise<void>
  indexes(collection: string, indexes: IndexDescription[]): Promise<void>
}

interface Entry extends AsyncIterable<Uint8Array> {
  header: { name: string; size?: number }
}

/** Bytes. */
const [maxMetadataSize, maxManifestSize] = [1024 * 1024, 16 * 1024 * 1024]

/** Reads a backup to its end and compares it with its manifest. Files that the archive does not contain are read from
 * the store beside it.
 * @throws RestoreError when anything is missing, damaged or unknown, or the sink refuses it; also the errors of an
 * unavailable database */
export async function readArchive(path: string, sink: ArchiveSink): Promise<Manifest> {
  try {
    return await readEntries(path, sink)
  } catch (error) {
    if (error instanceof RestoreError || isUnavailable(error)) throw error
    throw new RestoreError(`${path} is not a complete backup: ${(error as Error).message}.`)
  }
}

async function readEntries(path: string, sink: ArchiveSink): Promise<Manifest> {
  const found: Manifest['entries'] = []
  const chunks = createChunkReader()
  let hasChunks = false
  let manifest: Manifest | undefined

  /** Passes chunks on to the sink, and checks their order. */
  async function readChunks(documents: AsyncIterable<Uint8Array>) {
    hasChunks = true
    async function* checked() {
      for await (const document of documents) {
        chunks.add(document)
        yield document
      }
    }
    await sink.documents(chunksName, checked())
  }

  async function* storedChunks({ files }: Manifest) {
    const store = storeBeside(path)
    for (const file of files) yield* chunksOf(file, store.read(file))
  }

  /** Reads an entry that is not the manifest. */
  async function read(entry: Entry) {
    const { name } = entry.header
    const { collection, kind } = parseName(name)
    if (!isInBackups(collection))
      throw new RestoreError(
        `${path} is no backup of a site: it contains ${name}. ${adviceForEarlierBackups}`,
      )
    const isChunks = kind === 'bson' && collection === chunksName
    if (found.some((other) => other.name === name) || (isChunks && hasChunks))
      throw new Error(`it contains ${name} twice`)
    if (isChunks) return readChunks(documentsOf(entry))
    const measured = measureStream(entry)
    if (kind === 'bson') await sink.documents(collection, documentsOf(measured.pieces()))
    else await sink.indexes(collection, await readIndexes(measured.pieces()))
    found.push({ name, ...measured.result() })
  }

  for await (const entry of entriesOf(path)) {
    if (manifest) throw new Error('it has entries after its manifest')
    if (entry.header.name === manifestName) manifest = await readManifest(entry)
    else await read(entry)
  }
  if (!manifest)
    throw new RestoreError(
      `${path} has no manifest: it is not complete, or an earlier version of this program wrote it. ${adviceForEarlierBackups}`,
    )
  if (!hasChunks) await readChunks(storedChunks(manifest))
  const { entries } = manifest
  const files = manifest.files.map(({ chunkSize: _, ...file }) => file)
  if (!isDeepStrictEqual({ entries, files }, { entries: found, files: chunks.finish() }))
    throw new Error('its content differs from its manifest')
  const names = new Set(found.map(({ name }) => parseName(name).collection))
  if (!requiredNames.every((name) => names.has(name)))
    throw new RestoreError(
      `${path} is no backup of a site: it lacks one of the collections ${requiredNames.join(', ')}. ${adviceForEarlierBackups}`,
    )
  return manifest
}

const parseName = (name: string) => {
  const [, collection = '', kind] =
    /^dump\/[^/]+\/([^/]+?)\.(bson|metadata\.json)$/.exec(name) ?? []
  return { collection, kind }
}

/** The entries of an archive. Each must be read to its end before the next one. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const archive = extract()
  const unpacked = pipeline(createReadStream(path), createZstdDecompress(), archive)
  // A failure also ends the iteration with the same error.
  unpacked.catch(() => undefined)
  yield* archive as AsyncIterable<Entry>
  await unpacked
}

/** @throws {Error} when the entry is no manifest of this format */
export async function readManifest(entry: AsyncIterable<Uint8Array>): Promise<Manifest> {
  const parsed: unknown = JSON.parse(await readText(entry, maxManifestSize))
  if (!Value.Check(Manifest, parsed)) throw new Error('its manifest is not of a known format')
  return parsed
}

/** Reads an entry that fits in memory.
 * @param maximum bytes
 * @throws {Error} when it is longer */
async function readText(pieces: AsyncIterable<Uint8Array>, maximum: number): Promise<string> {
  let size = 0
  async function* bounded() {
    for await (const piece of pieces) {
      size += piece.length
      if (size > maximum) throw new Error(`one of its texts has more than ${maximum} bytes`)
      yield piece
    }
  }
  return text(bounded())
}

async function readIndexes(pieces: AsyncIterable<Uint8Array>): Promise<IndexDescription[]> {
  const metadata = await readText(pieces, maxMetadataSize)
  const { indexes } = BSON.EJSON.parse(metadata, { relaxed: true }) as { indexes: unknown }
  if (!Array.isArray(indexes)) throw new Error('it has no list of indexes')
  return indexes.filter(({ name }) => name !== '_id_')
}
