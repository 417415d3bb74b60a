import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesPerCheck, whileRoom } from '../http/multipart'
import { Problem } from '../http/problem'
import { expectRoom } from '../mongo/disk-space'
import type { HasRoomFor } from './archive-writer'

/** Stores the body of a request in a file while `use` runs.
 * @throws Problem 415 for another content type, 507 if the disk has no room; the errors of `use` */
export async function withReceivedBackup<Result>(
  request: Request,
  { path, hasRoomFor }: { path: string; hasRoomFor: HasRoomFor },
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (request.headers.get('content-type') !== 'application/zstd')
    throw new Problem(415, 'The body must be sent as application/zstd.')
  try {
    const room = expectRoom(hasRoomFor)
    await room(bytesPerCheck)
    const bytes = Readable.from(whileRoom(request.body ?? [], () => room(bytesPerCheck)))
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}
