import { ObjectId } from 'mongodb'
import { notFound } from '../http/problem'

/** The ObjectId that a path names.
 * @throws Problem 404 for a text that is none: nothing is stored under it. */
export function objectIdOf(text: string): ObjectId {
  if (!/^[0-9a-f]{24}$/i.test(text)) throw notFound()
  return new ObjectId(text)
}

/** In the order that MongoDB sorts them by, which is roughly that of their making. */
export const isOlder = (one: ObjectId, other: ObjectId) => one.toHexString() < other.toHexString()
