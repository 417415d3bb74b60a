import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The hashed files of a build: those of the pages, and the modules by which a running site renders them. */
const folders = ['client/assets', 'server/assets']
/** The file with the paths that a build has from the build before it. */
const inheritedList = '.inherited.json'

/** Copies the hashed files of the previous build beside those of the new one, since pages that are open during an update, and
 * a site that is not restarted yet, still need them. Files that the previous build itself took from an older build are not
 * copied.
 * @param previous the folder of the previous build, which may be missing
 * @param next the folder of the new build */
export async function keepPreviousFiles(previous: string, next: string): Promise<void> {
  const list = join(previous, inheritedList)
  const older = new Set<string>(existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [])
  const inherited: string[] = []
  for (const folder of folders.filter((one) => existsSync(join(previous, one)))) {
    const present = new Set(await readdir(join(next, folder)))
    const names = (await readdir(join(previous, folder))).filter((name) => !present.has(name))
    inherited.push(...names.map((name) => join(folder, name)).filter((path) => !older.has(path)))
  }
  await Promise.all(inherited.map((path) => copyFile(join(previous, path), join(next, path))))
  writeFileSync(join(next, inheritedList), JSON.stringify(inherited.sort()))
}
