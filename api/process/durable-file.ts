import { open } from 'node:fs/promises'

/** Writes the entries of a directory to the disk. Without it, a power cut may undo a rename or a new file in it. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open a directory as a file; NTFS journals its entries by itself.
  if (process.platform === 'win32') return
  await using handle = await open(directory, 'r')
  await handle.sync()
}
