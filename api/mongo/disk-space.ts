import { statfs } from 'node:fs/promises'
import { type Db, MongoServerError } from 'mongodb'
import { Problem, unavailable } from '../http/problem'
import { isUnavailable } from './database'

const outOfDiskSpace = 14_031

/** Bytes of free disk space that a mongod needs to start and to run. */
export const neededSpace = 64 * 1024 * 1024

/** The free bytes of the disk that contains a folder. */
export async function freeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Returns a function (`hasRoomFor`) that checks whether the disk of a folder still has `reserve` bytes free after
 * writing a number of bytes. mongod crashes on a full disk, so large writes are refused before. */
export const diskRoom = (directory: string, reserve: number) => async (bytes: number) =>
  (await freeSpace(directory)) - bytes >= reserve

/** Returns a function that determines the free bytes of the disk of a database that runs elsewhere; undefined if its server
 * does not report it. */
export const databaseSpace = (db: Db) => async (): Promise<number | undefined> => {
  const { fsTotalSize, fsUsedSize } = await db.stats()
  return typeof fsTotalSize === 'number' ? fsTotalSize - fsUsedSize : undefined
}

/** `diskRoom` for the disk of a database that runs elsewhere, as far as its server reports it. */
export const databaseRoom = (db: Db, reserve: number) => async (bytes: number) =>
  ((await databaseSpace(db)()) ?? Number.POSITIVE_INFINITY) - bytes >= reserve

/** 507 Insufficient Storage (RFC 4918, 11.5). */
const insufficientStorage = () =>
  new Problem(507, 'The disk of this site is full. Nothing was stored.')

/** Maps a database error to the problem response for the client; undefined for other errors. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (isUnavailable(error))
    return unavailable('The database is unavailable. Please try again in a moment.', 5)
  if (error instanceof MongoServerError && error.code === outOfDiskSpace)
    return insufficientStorage()
}

/** Returns a function that checks that a number of bytes can be stored.
 * @throws Problem 507 from the returned function, if they cannot */
export const expectRoom =
  (hasRoomFor: (bytes: number) => Promise<boolean>) => async (bytes: number) => {
    if (!(await hasRoomFor(bytes))) throw insufficientStorage()
  }
