import { ObjectId } from 'mongodb'
import { fileOperations } from '../contract/uploads'
import { filePath, safeFileName } from '../files/file-name'
import { createFileResponses } from '../files/file-responses'
import type { FileStorage } from '../files/file-storage'
import type { StoredFile } from '../files/stored-files'
import { type UnfinishedFile, uploadLife } from '../files/unfinished-files'
import { implement } from '../http/route'
import type { Logger } from '../process/log'
import { maxPageFileSize, pageFileKinds } from '../shared/page-files'
import { prefixes } from '../shared/site-map'
import { createKindInspector } from './file-kinds'

interface Dependencies {
  storage: Pick<FileStorage, 'files'>
  /** Whether the band's words refer to an address. */
  refersTo: (path: string) => boolean
  /** The band's words. */
  band: () => object
  log: Logger
}

/** Whether a file was uploaded for the pages. False for an mp3: it may belong to a draft, and drafts are not public. */
const isForPages = (file: StoredFile | undefined): boolean =>
  file !== undefined && file.contentType in pageFileKinds

const address = new RegExp(`${prefixes.files}/([\\da-f]{24})/`)

/** The files that the band uploads for its pages: videos, captions, rider, stage plot, logo. */
export function createSiteFiles({ storage: { files }, refersTo, band, log }: Dependencies) {
  const { respond } = createFileResponses({ files, isServed: isForPages, log })

  async function find(src: string): Promise<StoredFile | undefined> {
    const [, id] = address.exec(src) ?? []
    return id === undefined ? undefined : files.find(new ObjectId(id))
  }

  const routes = implement(
    fileOperations,
    { file: ({ context, parameters }) => respond(context, parameters) },
    {},
  )

  return {
    routes,
    /** The files that the band's words refer to. */
    async *all() {
      for (const [src] of JSON.stringify(band()).matchAll(new RegExp(address, 'g'))) {
        const file = await find(src)
        if (file) yield { name: file.name, content: files.pieces(file.id) }
      }
    },
    /** Opens a file by its address; undefined if there is none. */
    async open(src: string): Promise<AsyncIterable<Uint8Array> | undefined> {
      const file = await find(src)
      return file && files.pieces(file.id)
    },
    /** Whether the band's words refer to a file, or it was uploaded within the last 24 hours, so that the form with its
     * address may not be saved yet. */
    isFileUsed: async (id: ObjectId): Promise<boolean> =>
      refersTo(`${prefixes.files}/${id.toHexString()}/`) ||
      (id.getTimestamp().getTime() > Date.now() - uploadLife && isForPages(await files.find(id))),
    /** Resumable uploads of files; each results in an address. */
    upload: {
      maxSize: maxPageFileSize,
      check: () => undefined,
      /** @throws Problem 422 if a file of this kind can't be used */
      async finish(upload: UnfinishedFile): Promise<string> {
        const name = safeFileName(upload.metadata['filename'] ?? '', 'file')
        const { id } = await files.complete(upload, name, createKindInspector())
        return filePath(prefixes.files, id.toHexString(), name)
      },
    },
  }
}
