import { Elysia } from 'elysia'
import { TrackFields } from '../contract/music'
import { type Authorise, adminOnly } from '../platform/authorise'
import { objectIdOf } from '../platform/object-id'
import { invalid, notFound } from '../platform/problem'
import type { Published } from '../platform/published'
import { validateText } from '../platform/validation'
import type { AudioCache } from './audio-cache'
import type { AudioFiles } from './audio-files'
import { type TrackRecord, type TrackStore, toTrack } from './music.store'
import { readTrackForm, type TrackForm } from './track-form'

interface Parts {
  store: TrackStore
  files: AudioFiles
  cache: AudioCache
  published: Published<TrackRecord, unknown>
  authorise: Authorise
  /** Bytes. */
  maxUpload: number
  /** Whether there is room for so many bytes more where the files are kept. */
  hasRoomFor: (bytes: number) => Promise<boolean>
  /** Told when a file that no track names any more could not be removed. */
  onLeftOver: (error: unknown) => void
}

export const musicRoutes = (parts: Parts) => {
  const { store, files, cache, published, authorise, onLeftOver } = parts
  const publishAndAnswer = async (status: 200 | 201, record: TrackRecord) => {
    await published.put(record)
    return Response.json({ music: toTrack(record) }, { status })
  }
  const removeFile = async (id: TrackRecord['fileId']) => {
    await cache.drop(id.toHexString())
    await files.remove(id).catch(onLeftOver)
  }
  const admin = adminOnly(authorise)
  return new Elysia({ name: 'music' })
    .get('/api/music', ({ request }) => published.answer(request))
    .post(
      '/api/music/upload',
      async ({ request }) => {
        const record = await files.keeping(async (keep) => {
          const { fields, file } = checked(await readTrackForm(request, parts, keep))
          if (!file) throw invalid([{ field: 'mp3File', message: 'This field is required.' }])
          return store.add(fields, file)
        })
        return publishAndAnswer(201, record)
      },
      admin,
    )
    .put(
      '/api/music/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        // Before the file is taken in: an unknown track needs none.
        if (!(await store.exists(id))) throw notFound()
        const { before, after } = await files.keeping(async (keep) => {
          const { fields, file } = checked(await readTrackForm(request, parts, keep))
          return store.change(id, fields, file)
        })
        const answer = await publishAndAnswer(200, after)
        if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
        return answer
      },
      admin,
    )
    .delete(
      '/api/music/:id',
      async ({ params }) => {
        const removed = await store.remove(objectIdOf(params.id))
        await published.drop(removed._id)
        await removeFile(removed.fileId)
        return new Response(null, { status: 204 })
      },
      admin,
    )
}

function checked({ fields, file }: TrackForm) {
  if ('mp3File' in fields) throw invalid([{ field: 'mp3File', message: 'This must be a file.' }])
  return { fields: validateText(TrackFields, fields), file }
}
