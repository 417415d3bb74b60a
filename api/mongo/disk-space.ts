import { statfs } from 'node:fs/promises'
import { MongoServerError } from 'mongodb'
import { Problem } from '../http/problem'

const outOfDiskSpace = 14_031

/** The bytes that may still be written to the disk that a folder is on. */
export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Says whether so many bytes more (`hasRoomFor`) leave the disk of a folder its reserve (bytes). A database
 * whose disk is full to the last byte dies, so what is large is refused before. */
export const diskRoom = (directory: string, reserve: number) => async (bytes: number) =>
  (await freeSpace(directory)) - bytes >= reserve

/** Whether the database refused a write for want of space. */
export const isOutOfSpace = (error: unknown) =>
  error instanceof MongoServerError && error.code === outOfDiskSpace

/** 507 Insufficient Storage (RFC 4918, 11.5). */
export const insufficientStorage = () =>
  new Problem(507, 'The disk of this site is full. Nothing was stored.')
