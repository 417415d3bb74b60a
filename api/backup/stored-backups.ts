import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, BackupStatus } from '../contract/backups'
import { writeDurably } from '../process/durable-file'
import { isBeforeRestore } from '../shared/backup-name'
import { entriesOf, readManifest } from './archive-reader'
import type { HasRoomFor } from './archive-writer'
import { openFileStore } from './file-store'
import { type ArchivedFile, type Manifest, manifestName } from './manifest'

const namePattern = /^backup-\d{4}-\d\d-\d\d(T\d{9})?\.tar\.zst$/
/** How many backups from before restores are kept, apart from the daily ones. */
const keptBeforeRestores = 3
/** Files that a process writes, or that it did not finish because it was killed. */
const unfinishedPattern = /\.(part|spool|upload)$/
/** Milliseconds after its last byte after which a file counts as abandoned. */
const abandonedAfter = 24 * 60 * 60_000

export type StoredBackups = ReturnType<typeof openStoredBackups>

/** The folder of the automatic backups: an archive of records for each, their shared files, and the status of the last
 * attempt. */
export function openStoredBackups(directory: string, hasRoomFor: HasRoomFor) {
  const pathOf = (name: string) => join(directory, name)
  const statusPath = pathOf('status.json')
  const store = openFileStore(pathOf('files'), hasRoomFor)
  const manifests = new Map<string, { at: number; manifest: Promise<Manifest | undefined> }>()

  const names = () =>
    existsSync(directory)
      ? readdirSync(directory)
          .filter((name) => namePattern.test(name))
          .sort()
      : []

  /** The manifest of a backup; undefined for a backup of an older version of this program, which has none. */
  function manifestOf(name: string) {
    const at = statSync(pathOf(name)).mtimeMs
    const known = manifests.get(name)
    // Today's backup may be written again.
    if (known?.at === at) return known.manifest
    const manifest = findManifest(pathOf(name))
    manifests.set(name, { at, manifest })
    manifest.catch(() => manifests.delete(name))
    return manifest
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

    /** The path of the backup of a day (YYYY-MM-DD), or before a restore (YYYY-MM-DDTHHMMSSsss, UTC). */
    pathFor: (time: string) => pathOf(`backup-${time}.tar.zst`),

    /** A path for a backup that is being received or checked. */
    temporaryPath: () => pathOf(`${crypto.randomUUID()}.upload`),

    /** Those that can be restored, newest first. */
    list: async (): Promise<Backup[]> =>
      (await Promise.all(names().reverse().map(describe))).flat(),

    /** The path of a backup; undefined if none of this name can be restored. */
    find: async (name: string): Promise<string | undefined> =>
      names().includes(name) && (await describe(name)).length > 0 ? pathOf(name) : undefined,

    /** Creates the folder, and removes files that no process has finished. */
    async prepare(): Promise<void> {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(directory)) {
        const path = pathOf(name)
        if (unfinishedPattern.test(name) && statSync(path).mtimeMs < Date.now() - abandonedAfter)
          await rm(path, { force: true })
      }
    },

    /** Removes all but the newest daily backups and the newest before restores, and the files to which no remaining backup refers.
     * @param keep how many daily backups stay; 0 keeps all
     * @returns the remaining backups that can't be read; because of them no file was removed */
    async prune(keep: number): Promise<string[]> {
      const daily = names().filter((name) => !isBeforeRestore(name))
      const beforeRestores = names().filter(isBeforeRestore)
      for (const name of [
        ...daily.slice(0, -keep),
        ...beforeRestores.slice(0, -keptBeforeRestores),
      ]) {
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
      await writeDurably(statusPath, [Buffer.from(JSON.stringify(status))])
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
