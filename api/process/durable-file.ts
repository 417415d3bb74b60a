import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes the entries of a directory to the disk. Without it, a power cut may undo a rename or a new file in it. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open a directory as a file; NTFS journals its entries by itself.
  if (process.platform === 'win32') return
  await using handle = await open(directory, 'r')
  await handle.sync()
}

/** Writes a file atomically and through to the disk: even if the power fails, it is complete, or as it was before.
 * @param unfinished the path until it is complete; by default one that no other writer uses
 * @throws the errors of reading the pieces, and of the disk */
export async function writeDurably(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  unfinished = `${path}.${randomUUID()}.part`,
): Promise<void> {
  try {
    {
      await using handle = await open(unfinished, 'w', 0o600)
      // `write` may write a part of a piece; `writeFile` appends all of it.
      for await (const piece of pieces) await handle.writeFile(piece)
      await handle.sync()
    }
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Whether a write has failed because the disk is full. */
export const isDiskFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
