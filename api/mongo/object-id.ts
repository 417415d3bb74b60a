import type { ObjectId } from 'mongodb'

/** The order in which MongoDB sorts ObjectIds, roughly that of their creation. */
export const compareIds = (one: ObjectId, other: ObjectId): number =>
  one.toHexString() < other.toHexString() ? -1 : Number(!one.equals(other))
