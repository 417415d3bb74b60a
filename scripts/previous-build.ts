import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps the hashed files of the previous build beside those of the new one, since pages that are open during an update
 * still request them. The next build after that removes them.
 * @param dist the folder of both builds */
export function previousBuild(dist: string) {
  const assets = join(dist, 'client/assets')
  const aside = join(dist, 'previous')
  /** The file with the names of the assets that were copied from the previous build. */
  const inheritedList = join(dist, '.inherited.json')

  return {
    /** Moves the present build's files aside. To be called before a build, which empties its folder. */
    async setAside(): Promise<void> {
      // After a failed build, the files of the last successful one are still here.
      if (existsSync(aside)) return
      await mkdir(aside, { recursive: true })
      if (!existsSync(assets)) return
      const inherited = new Set<string>(
        existsSync(inheritedList) ? JSON.parse(readFileSync(inheritedList, 'utf8')) : [],
      )
      const own = (await readdir(assets)).filter((name) => !inherited.has(name))
      await Promise.all(own.map((name) => rename(join(assets, name), join(aside, name))))
    },

    /** Copies the previous build's files to the new build. To be called after the build. */
    async bringBack(): Promise<void> {
      const present = new Set(await readdir(assets))
      const inherited = (await readdir(aside)).filter((name) => !present.has(name))
      await Promise.all(inherited.map((name) => copyFile(join(aside, name), join(assets, name))))
      writeFileSync(inheritedList, JSON.stringify(inherited.sort()))
      await rm(aside, { recursive: true, force: true })
    },
  }
}
