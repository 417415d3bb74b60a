import type { IPicture } from 'music-metadata'
import { fieldsOfTags, tagOptions } from '../../../../api/shared/track-tags'
import type { NewTrack } from './upload-queue'

/** What the tags of an mp3 contain. */
interface TagsOfFile {
  fields?: Partial<NewTrack['fields']>
  /** A small data URL. */
  cover?: string | undefined
}

/** Pixels of a side of the small cover. */
const coverSide = 96

/** Reads a track's fields and its cover from the tags of an mp3; nothing if they, or the module that reads them, can't be read. */
export async function readTags(file: File): Promise<TagsOfFile> {
  try {
    const { parseBlob } = await import('music-metadata')
    const { common } = await parseBlob(file, { ...tagOptions, skipCovers: false })
    const [picture] = common.picture ?? []
    return { fields: fieldsOfTags(common), cover: picture && (await smallCover(picture)) }
  } catch {
    return {}
  }
}

/** The middle of a picture as a small data URL; undefined if the browser can't read it. */
async function smallCover({ data, format }: IPicture): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(new Blob([new Uint8Array(data)], { type: format }))
    const { width, height } = picture
    const side = Math.min(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = coverSide
    const [left, top] = [(width - side) / 2, (height - side) / 2]
    canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, coverSide, coverSide)
    picture.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return undefined
  }
}
