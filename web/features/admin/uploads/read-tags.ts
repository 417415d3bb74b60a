import { parseBlob } from 'music-metadata'
import { fieldsOfTags, tagOptions } from '../../../../api/shared/track-tags'
import type { NewTrack } from './upload-queue'

/** Reads a track's fields from the tags of an mp3; none if they can't be read. */
export async function readTags(file: File): Promise<Partial<NewTrack['fields']>> {
  try {
    return fieldsOfTags((await parseBlob(file, tagOptions)).common)
  } catch {
    return {}
  }
}
