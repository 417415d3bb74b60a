import type { Collection, ObjectId } from 'mongodb'
import { type AdminTrack, PublicTrackFields, type Track, type TrackFields } from '../contract/music'
import { pickFields } from '../contract/record'
import { filePath } from '../files/file-name'
import { notFound } from '../http/problem'
import { insertOnce, type Keyed } from '../mongo/receipts'
import { changeVersion, requireVersion, type Versioned, withoutEmptyTexts } from '../mongo/versions'
import { coverSize, trackCoverPath } from '../shared/cover-art'
import { prefixes } from '../shared/site-map'
import type { AudioFile } from './audio-inspector'

/** Details that are read from a track's file, usually after its upload; null if the file has none, and absent until they are
 * read. */
export interface TrackDetails {
  /** Decibels; null if the loudness can't be measured. */
  gain?: number | null
  /** The picture in the file's tags. */
  picture?: { src: string; width: number; height: number } | null
}

export interface TrackRecord
  extends Omit<TrackFields, 'isDraft' | 'number' | 'year'>,
    TrackDetails,
    Versioned,
    Keyed {
  isDraft?: boolean
  number?: number
  year?: number
  _id: ObjectId
  fileId: ObjectId
  fileName: string
  duration: number
  size: number
}

export type TrackRepository = ReturnType<typeof createTrackRepository>

export const toTrack = (record: TrackRecord): Track => {
  const { _id, fileId, fileName, duration, size, gain, picture, version } = record
  return {
    _id: _id.toHexString(),
    ...pickFields(PublicTrackFields, record),
    mp3FilePath: filePath(prefixes.audio, fileId.toHexString(), fileName),
    fileId: fileId.toHexString(),
    fileName,
    duration,
    size,
    ...(typeof gain === 'number' && { gain }),
    cover: picture ?? {
      src: trackCoverPath(_id.toHexString()),
      width: coverSize,
      height: coverSize,
    },
    version,
  }
}

/** A track as the administrator gets it. */
export const toAdminTrack = (record: TrackRecord): AdminTrack => ({
  ...toTrack(record),
  ...(record.isDraft && { isDraft: true }),
})

/** The body with its texts as values; an empty text removes a field. */
const toStored = ({ isDraft, number, year, ...fields }: TrackFields) => ({
  ...fields,
  ...(number !== undefined && { number: numberOf(number) }),
  ...(year !== undefined && { year: numberOf(year) }),
  ...(isDraft !== undefined && { isDraft: isDraft === 'true' || ('' as const) }),
})

const numberOf = (text: string) => (text === '' ? '' : Number(text))

const fileFields = ({ id, name, duration, size, gain, picture }: AudioFile) => ({
  fileId: id,
  fileName: name,
  duration,
  size,
  gain,
  ...(picture !== undefined && { picture }),
})

/** The writes of the band's tracks to MongoDB; each track refers to its file in GridFS. */
export function createTrackRepository(tracks: Collection<Omit<TrackRecord, '_id'>>) {
  return {
    /** @param options `key` is the Idempotency-Key: a second track with the same key is not stored */
    add(
      fields: TrackFields,
      file: AudioFile,
      { key, isDemo }: { key?: string | undefined; isDemo?: true },
    ): Promise<{ after: TrackRecord }> {
      const texts = withoutEmptyTexts(toStored(fields)) as Omit<TrackRecord, '_id'>
      const record = { ...texts, ...fileFields(file), ...(isDemo && { isDemo }), version: 1 }
      return insertOnce(tracks, record, key)
    },

    /** Changes a track and returns it before and after the change, so that a replaced file can be removed.
     * @param versions one of them must be stored; undefined for any
     * @throws Problem 404 when there is no such track, 412 when another version is stored. */
    change(
      _id: ObjectId,
      fields: TrackFields,
      file: AudioFile | undefined,
      versions?: number[],
    ): Promise<{ before: TrackRecord; after: TrackRecord }> {
      const changes = {
        ...toStored(fields),
        // The picture of the former file is removed, and that of the new one is looked for.
        ...(file && { picture: '' as const, ...fileFields(file) }),
      }
      return changeVersion<TrackRecord>(tracks, _id, { versions }, toAdminTrack, () => changes)
    },

    /** Stores details of a file. The version stays the same, because nobody has edited the track.
     * @returns `after`, the track; null if it has another file by now */
    setDetails: async (_id: ObjectId, fileId: ObjectId, $set: TrackDetails) => ({
      after: await tracks.findOneAndUpdate({ _id, fileId }, { $set }, { returnDocument: 'after' }),
    }),

    /** Checks the version of a track before the file of a change is read.
     * @throws Problem 404 when there is no such track, 412 when another version is stored. */
    async expectVersion(_id: ObjectId, versions: number[] | undefined): Promise<void> {
      const current = await tracks.findOne({ _id })
      if (!current) throw notFound()
      requireVersion(current, versions, toAdminTrack)
    },

    /** Whether a track refers to a file.
     * @param isPublic whether drafts do not count */
    async isFileUsed(fileId: ObjectId, isPublic = false): Promise<boolean> {
      const filter = { fileId, ...(isPublic && { isDraft: { $ne: true } }) }
      return (await tracks.countDocuments(filter, { limit: 1 })) > 0
    },
  }
}
