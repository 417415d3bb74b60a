import { Binary, type Db } from 'mongodb'

export interface PictureRecord {
  /** Digest of the content. */
  _id: string
  /** A JPEG. */
  content: Binary
  width: number
  height: number
  storedAt: Date
}

/** The uploaded pictures in MongoDB, each under the digest of its content. They are small enough for single documents. */
export function openPictureRepository(db: Db) {
  const pictures = db.collection<PictureRecord>('pictures')

  return {
    /** Stores a picture. If it is already stored, only its time is updated. */
    async put(_id: string, content: Uint8Array, width: number, height: number): Promise<void> {
      const record = { content: new Binary(content), width, height, storedAt: new Date() }
      await pictures.updateOne({ _id }, { $set: record }, { upsert: true })
    },

    async *all() {
      for await (const { _id, content, storedAt } of pictures.find())
        yield { name: `${_id}.jpg`, content: content.buffer, storedAt }
    },

    find: (_id: string): Promise<PictureRecord | null> => pictures.findOne({ _id }),

    has: async (_id: string): Promise<boolean> => (await pictures.countDocuments({ _id })) > 0,

    /** Deletes the pictures that were stored before an instant, except those in use. */
    async removeUnused(before: Date, used: readonly string[]): Promise<number> {
      const unused = { storedAt: { $lt: before }, _id: { $nin: [...used] } }
      return (await pictures.deleteMany(unused)).deletedCount
    },
  }
}
