import { createHash } from 'node:crypto'
import type { Db } from 'mongodb'
import { pictureOperations } from '../contract/pictures'
import { conditional } from '../http/conditional'
import type { limitUploads } from '../http/multipart'
import { notFound } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { type Authorise, implement, reply } from '../http/route'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { prefixes } from '../shared/site-map'
import { openPictureRepository } from './pictures.repository'
import { removeBrokenUploads, uploadedPicture } from './uploaded-picture'

interface Dependencies {
  db: Db
  authorise: Authorise
  responses: PublicResponses
  /** The paths of all pictures that records refer to. */
  used: () => string[]
  dataDirectory: string
  /** Bytes of the disk that must stay free. */
  diskReserve: number
  admitUpload: ReturnType<typeof limitUploads>
  log: Logger
}

/** Milliseconds. */
const sweepInterval = 6 * 60 * 60_000
/** Milliseconds after its upload in which an unused picture is not deleted. */
const unusedFor = 24 * 60 * 60_000

const ending = '.jpg'
const pathOf = (id: string) => `${prefixes.pictures}/${id}${ending}`
const idOf = (path: string) => path.slice(`${prefixes.pictures}/`.length, -ending.length)

/** The pictures that the band uploads, such as posters. */
export function createPictures(dependencies: Dependencies) {
  const { db, authorise, responses, used, admitUpload, log } = dependencies
  const repository = openPictureRepository(db)

  const sweep = startBackgroundTask({
    async run() {
      const before = new Date(Date.now() - unusedFor)
      const removed = await repository.removeUnused(before, used().map(idOf))
      if (removed > 0) log.info({ removed }, 'unused pictures were deleted')
      await removeBrokenUploads(dependencies.dataDirectory)
    },
    onError: (err) => log.warn({ err }, 'unused pictures could not be deleted yet'),
    interval: sweepInterval,
  })

  const routes = implement(
    pictureOperations,
    {
      async addPicture({ request }) {
        const { content, width, height } = await admitUpload(() =>
          uploadedPicture(request, dependencies),
        )
        const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
        await repository.put(id, content, width, height)
        return reply(201, { picture: { src: pathOf(id), width, height } })
      },
      async picture({ request, parameters: { name } }) {
        const id = /^([\da-f]{32})\.jpg$/.exec(name)?.[1]
        const content = id === undefined ? undefined : await repository.find(id)
        if (!content) throw notFound()
        return responses.markStale(
          conditional(request, new Uint8Array(content), {
            etag: `"${id}"`,
            'content-type': 'image/jpeg',
            'cache-control': 'public, max-age=31536000, immutable',
          }),
        )
      },
    },
    { authorise },
  )

  return { routes, stop: sweep.stop }
}
