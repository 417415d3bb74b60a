import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Writes the entries of a directory to the disk. Without it, a power cut may undo a rename or a new file in it. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open a directory as a file; NTFS journals its entries by itself.
  if (process.platform !== 'win32') await sync(directory, 'r')
}

async function sync(path: string, flags: 'r' | 'r+') {
  await using handle = await open(path, flags)
  await handle.sync()
}

/** Writes a file atomically and through to the disk: completely or not at all, also if the power fails. Until it is complete, its
 * name ends in `.part`.
 * @throws the errors of the pieces and of the disk */
export async function writeDurably(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await pipeline(pieces, createWriteStream(unfinished, { mode: 0o600 }))
    await sync(unfinished, 'r+')
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Whether a write has failed because the disk is full. */
export const isDiskFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
