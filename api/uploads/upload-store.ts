import { DataStore, ERRORS, Upload } from '@tus/server'
import { ObjectId } from 'mongodb'
import { type UnfinishedFile, type UnfinishedFiles, uploadLife } from '../files/unfinished-files'
import { whileRoom } from '../http/multipart'
import { BrokenFileError } from '../mongo/file-pieces'

interface Dependencies {
  unfinished: UnfinishedFiles
  /** Checks an upload that begins.
   * @throws Problem if it is refused */
  check: (upload: Pick<UnfinishedFile, 'size' | 'metadata'>) => Promise<void>
  /** Checks that a number of further bytes can be stored.
   * @throws Problem 507 if they cannot */
  expectRoomFor: (bytes: number) => Promise<void>
  /** Called with the id of an upload of which every byte has arrived. */
  finish: (id: ObjectId) => Promise<void>
}

/** The uploads as the tus library reads and writes them. Their parts are stored in GridFS. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'termination', 'expiration']

  constructor(private readonly dependencies: Dependencies) {
    super()
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0 } = upload
    const metadata = textsOf(upload.metadata)
    await this.dependencies.check({ size, metadata })
    await this.dependencies.unfinished.create({ _id: new ObjectId(id), size, metadata })
    return upload
  }

  /** Also finishes an upload if its process ended after the last byte had arrived: its offset equals its size, so the
   * client sends no further part. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.dependencies.unfinished.find(new ObjectId(id))
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    const { size, offset, metadata, createdAt, location } = upload
    if (offset === size && size > 0 && location === undefined)
      await this.dependencies.finish(upload._id)
    return new Upload({ id, size, offset, metadata, creation_date: createdAt.toISOString() })
  }

  /** Appends a part. If earlier chunks are missing, as after a restore, removes the upload.
   * @throws FILE_NO_LONGER_EXISTS (410) */
  override async write(part: AsyncIterable<Uint8Array>, id: string, offset: number) {
    const { unfinished, expectRoomFor } = this.dependencies
    try {
      return await unfinished.append(new ObjectId(id), offset, whileRoom(part, expectRoomFor))
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error
      await this.remove(id)
      throw ERRORS.FILE_NO_LONGER_EXISTS
    }
  }

  override async remove(id: string): Promise<void> {
    await this.dependencies.unfinished.remove(new ObjectId(id))
  }

  override getExpiration = () => uploadLife
}

const textsOf = (metadata: Upload['metadata'] = {}) =>
  Object.fromEntries(Object.entries(metadata).map(([name, text]) => [name, text ?? '']))
