import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Backup, BackupStatus } from '../contract/backups'
import { entriesOf, readManifest } from './archive-reader'
import { type HasRoomFor, writeDurableFile } from './archive-writer'
import { openFileStore } from './file-store'
import { type ArchivedFile, type Manifest, manifestName } from './manifest'

const namePattern = /^backup-\d{4}-\d\d-\d\d\.tar\.zst$/
/** Files that a killed process did not finish. */
const leftOverPattern = /\.(part|spool)$/
const uploadPattern = /\.upload$/
/** Milliseconds after its last byte in which an upload is not removed as the remains of a killed process. */
const uploadLifetime = 24 * 60 * 60_000
const anyRoom = () => Promise.resolve(true)

export type StoredBackups = ReturnType<typeof openStoredBackups>

/** The folder of the automatic backups: an archive of records for each, their shared files, and the status of the last
 * attempt. */
export function openStoredBackups(directory: string, hasRoomFor: HasRoomFor) {
  const pathOf = (name: string) => join(directory, name)
  const statusPath = pathOf('status.json')
  const store = openFileStore(pathOf('files'), hasRoomFor)
  const manifests = new Map<string, Promise<Manifest | undefined>>()

  const names = () =>
    existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => namePattern.test(name))
          .sort()
      : []

  /** The manifest of a backup; undefined for a backup of an older version of this program, which has none. */
  function manifestOf(name: string) {
    const known = manifests.get(name) ?? findManifest(pathOf(name))
    manifests.set(name, known)
    known.catch(() => manifests.delete(name))
    return known
  }

  /** @returns an empty list for a backup that can't be restored, because it can't be read or an older version wrote it */
  async function describe(name: string): Promise<Backup[]> {
    const manifest = await manifestOf(name).catch(() => undefined)
    if (!manifest) return []
    const { size, mtime } = statSync(pathOf(name))
    const files = new Map(manifest.files.map((file) => [file.sha256, file.size]))
    const total = [...files.values()].reduce((sum, bytes) => sum + bytes, size)
    return [{ name, size: total, at: mtime.toISOString() }]
  }

  return {
    store,

    /** The path of the backup of a day (YYYY-MM-DD). */
    pathFor: (day: string) => pathOf(`backup-${day}.tar.zst`),

    /** A path for a backup that is received. It is not among the unfinished files that a backup removes. */
    async pathForUpload(): Promise<string> {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(directory))
        if (
          uploadPattern.test(name) &&
          statSync(pathOf(name)).mtimeMs < Date.now() - uploadLifetime
        )
          await rm(pathOf(name), { force: true })
      return pathOf(`${crypto.randomUUID()}.upload`)
    },

    /** Those that can be restored, newest first. */
    list: async (): Promise<Backup[]> =>
      (await Promise.all(names().reverse().map(describe))).flat(),

    /** The path of a backup; undefined if none of this name can be restored. */
    find: async (name: string): Promise<string | undefined> =>
      names().includes(name) && (await describe(name)).length > 0 ? pathOf(name) : undefined,

    /** Creates the folder, and removes unfinished files. */
    async prepare(): Promise<void> {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(directory))
        if (leftOverPattern.test(name)) await rm(pathOf(name))
    },

    /** Removes all backups but the newest ones, and the files to which no remaining backup refers.
     * @returns the remaining backups that can't be read; because of them no file was removed */
    async prune(keep: number): Promise<string[]> {
      for (const name of names().slice(0, -keep)) {
        await rm(pathOf(name))
        manifests.delete(name)
      }
      const unreadable: string[] = []
      const files: ArchivedFile[] = []
      for (const name of names())
        await manifestOf(name).then(
          (manifest) => files.push(...(manifest?.files ?? [])),
          () => unreadable.push(name),
        )
      if (unreadable.length === 0) await store.keepOnly(files)
      return unreadable
    },

    /** The result of the last attempt; empty before the first. */
    async readStatus(): Promise<BackupStatus> {
      const text = await readFile(statusPath, 'utf8').catch(() => '{}')
      return JSON.parse(text) as BackupStatus
    },

    async writeStatus(status: BackupStatus): Promise<void> {
      await writeDurableFile(statusPath, anyRoom, (output) =>
        pipeline([Buffer.from(JSON.stringify(status))], output),
      )
    },
  }
}

async function findManifest(path: string): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined
  for await (const entry of entriesOf(path)) {
    if (entry.header.name === manifestName) manifest = await readManifest(entry)
    else for await (const _ of entry);
  }
  return manifest
}
