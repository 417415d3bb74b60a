import { type Db, ObjectId } from 'mongodb'
import { notFound } from '../http/problem'

export interface SessionRecord {
  _id: ObjectId
  /** The token's id (RFC 7519, 4.1.7). */
  jti: string
  startedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  /** The browser's User-Agent header, truncated. */
  device: string
  /** The name of the device, chosen by a person. */
  name?: string
}

const maxDeviceLength = 300
/** Milliseconds between two updates of `lastSeenAt`. */
const seenInterval = 60_000

export type SessionRepository = Awaited<ReturnType<typeof openSessionRepository>>

/** The sessions of the administrator: one for each token that was issued and has not ended. */
export async function openSessionRepository(db: Db) {
  const sessions = db.collection<SessionRecord>('sessions')
  await sessions.createIndexes([
    { key: { jti: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  /** When this process last stored the use of a token, and the device's name then, by the token's id. */
  const seen = new Map<string, { at: number; name: Promise<string | undefined> }>()

  return {
    async add(jti: string, expiresAt: Date, request: Request, name?: string): Promise<void> {
      const startedAt = new Date()
      await sessions.insertOne({
        _id: new ObjectId(),
        jti,
        startedAt,
        lastSeenAt: startedAt,
        expiresAt,
        device: (request.headers.get('user-agent') ?? '').slice(0, maxDeviceLength),
        ...(name !== undefined && { name }),
      })
    },

    /** Notes that a token was used, at most once a minute.
     * @returns the device's name; after a rename by another process, the old name for up to a minute */
    noteUse(jti: string): Promise<string | undefined> {
      const now = Date.now()
      const known = seen.get(jti)
      if (known && now - known.at < seenInterval) return known.name
      if (seen.size > 1_000) seen.clear()
      const change = { $set: { lastSeenAt: new Date(now) } }
      // A loss of this note is harmless, so no request waits for a majority because of it.
      const name = sessions
        .findOneAndUpdate({ jti }, change, { writeConcern: { w: 1 } })
        .then((session) => session?.name)
      seen.set(jti, { at: now, name })
      name.catch(() => seen.delete(jti))
      return name
    },

    /** @param name an empty text removes the name
     * @throws Problem 404 if there is no such session */
    async rename(_id: ObjectId, name: string): Promise<SessionRecord> {
      const change = name === '' ? { $unset: { name: 1 as const } } : { $set: { name } }
      const session = await sessions.findOneAndUpdate({ _id }, change, { returnDocument: 'after' })
      if (!session) throw notFound()
      seen.delete(session.jti)
      return session
    },

    /** The latest used ones first. */
    list: (): Promise<SessionRecord[]> => sessions.find().sort({ lastSeenAt: -1 }).toArray(),

    /** @throws Problem 404 when there is no such session */
    async find(_id: ObjectId): Promise<SessionRecord> {
      const session = await sessions.findOne({ _id })
      if (!session) throw notFound()
      return session
    },

    async remove(jti: string): Promise<void> {
      await sessions.deleteOne({ jti })
    },

    async removeAll(): Promise<void> {
      await sessions.deleteMany({})
    },
  }
}
