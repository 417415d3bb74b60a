import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A page that is open while the site is renewed goes on asking for the files that it came with: a build's
 * hashed files stay beside the next one's, and go with the one after that.
 * @param dist the folder of both builds */
export function previousBuild(dist: string) {
  const assets = join(dist, 'client/assets')
  const aside = join(dist, 'previous')
  /** The names of the files that an earlier build left to the present one. */
  const inheritance = join(dist, '.inherited.json')

  return {
    /** Before a build, which empties its folder. */
    async setAside(): Promise<void> {
      // A build that failed has left here what the one before it was made of.
      if (existsSync(aside)) return
      await mkdir(aside, { recursive: true })
      if (!existsSync(assets)) return
      const inherited = new Set<string>(
        existsSync(inheritance) ? JSON.parse(readFileSync(inheritance, 'utf8')) : [],
      )
      const own = (await readdir(assets)).filter((name) => !inherited.has(name))
      await Promise.all(own.map((name) => rename(join(assets, name), join(aside, name))))
    },

    /** After it. */
    async bringBack(): Promise<void> {
      const present = new Set(await readdir(assets))
      const inherited = (await readdir(aside)).filter((name) => !present.has(name))
      await Promise.all(inherited.map((name) => copyFile(join(aside, name), join(assets, name))))
      writeFileSync(inheritance, JSON.stringify(inherited.sort()))
      await rm(aside, { recursive: true, force: true })
    },
  }
}
