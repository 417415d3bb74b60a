import { parseBlob } from 'music-metadata'
import { trackOfFileName } from '../../../../api/shared/track-file-name'
import { fieldsOfTags, tagOptions } from '../../../../api/shared/track-tags'
import type { NewTrack } from './upload-queue'

type ReadFields = Partial<NewTrack['fields']>

/** Reads a track's fields from the tags of an mp3; what they don't contain comes from the file's name. */
export async function readTrackFile(file: File): Promise<ReadFields> {
  const { number, ...named } = trackOfFileName(file.name)
  const fromName = { ...named, ...(number !== undefined && { number: `${number}` }) }
  return { ...fromName, ...(await tagsOf(file)) }
}

async function tagsOf(file: File): Promise<ReadFields> {
  try {
    return fieldsOfTags((await parseBlob(file, tagOptions)).common)
  } catch {
    return {}
  }
}
