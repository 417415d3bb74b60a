import { extname } from 'node:path'
import type { Site } from '../contract/site'
import { type ArchivedFile, fileNames, zipOf } from '../files/zip'
import { download } from '../http/content-disposition'
import type { Route } from '../http/route'
import { pressPictures } from '../shared/press-pictures'
import { feedPaths } from '../shared/site-map'

interface Dependencies {
  band: () => Site
  words: { changedAt: () => readonly Date[] }
  /** Reads a picture of the site by its address. */
  readPicture: (src: string) => Promise<Uint8Array | undefined>
  /** Opens a file of the pages by its address. */
  siteFiles: { open: (src: string) => Promise<AsyncIterable<Uint8Array> | undefined> }
}

/** The route of one archive with the pictures and files of the press page, streamed. Each file's modification time is
 * when the band last edited its words, so that downloads between two edits are identical. */
export function pressPicturesRoute({ band, words, readPicture, siteFiles }: Dependencies): Route {
  async function* files(): AsyncGenerator<ArchivedFile> {
    const [lastModified = new Date(0)] = words.changedAt()
    const nameFor = fileNames()
    for (const { picture, label } of pressPictures(band())) {
      const content = await readPicture(picture.src)
      if (content)
        yield { name: nameFor(label, '.jpg'), input: new Uint8Array(content), lastModified }
    }
    for (const { label, src } of band().files ?? []) {
      const input = await siteFiles.open(src)
      if (input) yield { name: nameFor(label, extname(src)), input, lastModified }
    }
  }

  return {
    method: 'GET',
    path: feedPaths.pressPictures,
    respond: ({ isHead }) =>
      download('press.zip', 'application/zip', isHead ? null : zipOf(files())),
  }
}
