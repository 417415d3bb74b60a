import type { Db, ObjectId } from 'mongodb'
import type { Track, TrackFields } from '../contract/music'
import { isOlder } from '../platform/object-id'
import { notFound } from '../platform/problem'
import type { AudioFile } from './audio-files'
import { audioPath } from './file-name'

export interface TrackRecord extends TrackFields {
  _id: ObjectId
  fileId: ObjectId
  fileName: string
  duration: number
  size: number
}

export type TrackStore = Awaited<ReturnType<typeof openTrackStore>>

export const toTrack = ({ _id, name, artist, location, ...file }: TrackRecord): Track => ({
  _id: _id.toHexString(),
  name,
  artist,
  location,
  mp3FilePath: audioPath(file.fileId.toHexString(), file.fileName),
  duration: file.duration,
  size: file.size,
})

const fileFields = (file: AudioFile) => ({
  fileId: file.id,
  fileName: file.name,
  duration: file.duration,
  size: file.size,
})

/** In the band's order: as they were added. */
export const isTrackBefore = (one: TrackRecord, other: TrackRecord) => isOlder(one._id, other._id)

/** The band's tracks in MongoDB; each names its file in GridFS. */
export async function openTrackStore(db: Db) {
  const tracks = db.collection<Omit<TrackRecord, '_id'>>('music')
  await tracks.createIndex({ fileId: 1 }, { unique: true })

  return {
    /** In the order of `isTrackBefore`. */
    list: (): Promise<TrackRecord[]> => tracks.find().sort({ _id: 1 }).toArray(),

    async add(fields: TrackFields, file: AudioFile): Promise<TrackRecord> {
      const record = { ...fields, ...fileFields(file) }
      const { insertedId } = await tracks.insertOne(record)
      return { _id: insertedId, ...record }
    },

    /** Changes a track and says what it was before, so that a replaced file can go.
     * @throws Problem 404 when there is no such track. */
    async change(_id: ObjectId, fields: TrackFields, file: AudioFile | undefined) {
      const changes = { ...fields, ...(file ? fileFields(file) : {}) }
      const before = await tracks.findOneAndUpdate(
        { _id },
        { $set: changes },
        { returnDocument: 'before' },
      )
      if (!before) throw notFound()
      return { before, after: { ...before, ...changes } }
    },

    /** @throws Problem 404 when there is no such track. */
    async remove(_id: ObjectId): Promise<TrackRecord> {
      const removed = await tracks.findOneAndDelete({ _id })
      if (!removed) throw notFound()
      return removed
    },

    async exists(_id: ObjectId): Promise<boolean> {
      return (await tracks.countDocuments({ _id }, { limit: 1 })) > 0
    },

    async isFileUsed(fileId: ObjectId): Promise<boolean> {
      return (await tracks.countDocuments({ fileId }, { limit: 1 })) > 0
    },
  }
}
