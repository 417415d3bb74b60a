import { type Static, Type as t } from '@sinclair/typebox'
import { TrackFields } from '../contract/music'
import { filePath, safeFileName } from '../files/file-name'
import type { FileStorage } from '../files/file-storage'
import type { UnfinishedFile } from '../files/unfinished-files'
import { invalidFile } from '../http/problem'
import { validateText } from '../http/validation'
import { prefixes } from '../shared/site-map'
import { trackOfFileName } from '../shared/track-file-name'
import { type AudioFile, createAudioInspector } from './audio-inspector'
import { NotMpegAudioError } from './mpeg-audio'
import type { TrackRecord } from './music.repository'
import { readTags } from './track-tags'
import { defaultFileName } from './track-writes'

interface Dependencies {
  storage: Pick<FileStorage, 'files'>
  band: () => { name: string; town?: string }
  /** The maximum size of an uploaded file, in bytes. */
  maxUpload: number
  add: (fields: TrackFields, file: AudioFile, options: { key: string }) => Promise<TrackRecord>
}

const SentFields = t.Partial(TrackFields)
type SentFields = Static<typeof SentFields>

const notAnMp3 = () =>
  invalidFile('The file is not an mp3. Please save it as an mp3 first.', 'mp3File')

/** Resumable uploads of mp3s, which become tracks. */
export function createTrackUpload({ storage, band, maxUpload: maxSize, add }: Dependencies) {
  const { files } = storage

  /** The fields that were sent. A missing one comes from the file's tags, then from its name, then from the band; an
   * invalid value there counts as missing. */
  async function fieldsOf({ _id, metadata }: UnfinishedFile): Promise<TrackFields> {
    const { filename = '' } = metadata
    const { number, ...named } = trackOfFileName(filename)
    const { name: artist, town } = band()
    const sources: Record<string, string | undefined>[] = [
      parseSentFields(metadata),
      await readTags(files.pieces(_id)),
      { ...named, ...(number !== undefined && { number: `${number}` }) },
      { name: 'Untitled', artist, location: town ?? artist },
    ]
    return validateText(TrackFields, Object.assign({}, ...sources.map(usable).toReversed()))
  }

  return {
    maxSize,
    /** @throws Problem 422 */
    check: (metadata: Record<string, string>) => void parseSentFields(metadata),
    /** Adds the track of a complete upload, once.
     * @returns the address of the mp3
     * @throws Problem 422 if the file is no mp3 */
    async finish(upload: UnfinishedFile): Promise<string> {
      const name = safeFileName(upload.metadata['filename'] ?? '', defaultFileName)
      try {
        const file = await files.complete(upload, name, await createAudioInspector())
        const key = `upload ${upload._id.toHexString()}`
        const { fileId, fileName } = await add(await fieldsOf(upload), file, { key })
        return filePath(prefixes.audio, fileId.toHexString(), fileName)
      } catch (error) {
        throw error instanceof NotMpegAudioError ? notAnMp3() : error
      }
    },
  }
}

/** The fields whose values are valid. */
function usable(fields: Record<string, string | undefined>): SentFields {
  const isUsable = ([name, text]: [string, string | undefined]) => {
    try {
      return text !== undefined && Object.keys(parseSentFields({ [name]: text })).length > 0
    } catch {
      return false
    }
  }
  return Object.fromEntries(Object.entries(fields).filter(isUsable))
}

/** The fields of a track in an upload's metadata; an empty one counts as missing.
 * @throws Problem 422 */
const parseSentFields = (metadata: Record<string, string>): SentFields =>
  validateText(
    SentFields,
    Object.fromEntries(Object.entries(metadata).filter(([, text]) => text.trim() !== '')),
  )
