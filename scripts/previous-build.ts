import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies the hashed files of the previous build beside those of the new one, since pages that are open during an update
 * still request them. Files that the previous build itself took from an older build are not copied.
 * @param previous the folder of the previous build, which may be missing
 * @param next the folder of the new build */
export async function keepPreviousFiles(previous: string, next: string): Promise<void> {
  const [before, now] = [previous, next].map((folder) => join(folder, 'client/assets'))
  const listIn = (folder: string) => join(folder, '.inherited.json')
  const inherited: string[] = []
  if (before && now && existsSync(before)) {
    const older = new Set<string>(
      existsSync(listIn(previous)) ? JSON.parse(readFileSync(listIn(previous), 'utf8')) : [],
    )
    const present = new Set(await readdir(now))
    const own = (await readdir(before)).filter((name) => !older.has(name) && !present.has(name))
    inherited.push(...own)
    await Promise.all(own.map((name) => copyFile(join(before, name), join(now, name))))
  }
  writeFileSync(listIn(next), JSON.stringify(inherited.sort()))
}
