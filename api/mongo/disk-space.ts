import { statfs } from 'node:fs/promises'
import { type Db, MongoServerError } from 'mongodb'
import { Problem } from '../http/problem'

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

/** Whether the database refused a write because its disk is full. */
export const isOutOfSpace = (error: unknown) =>
  error instanceof MongoServerError && error.code === outOfDiskSpace

/** 507 Insufficient Storage (RFC 4918, 11.5). */
export const insufficientStorage = () =>
  new Problem(507, 'The disk of this site is full. Nothing was stored.')

/** Returns a function that checks that a number of bytes can be stored.
 * @throws Problem 507 from the returned function, if they cannot */
export const expectRoom =
  (hasRoomFor: (bytes: number) => Promise<boolean>) => async (bytes: number) => {
    if (!(await hasRoomFor(bytes))) throw insufficientStorage()
  }
