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
  const answerWith = (status: 200 | 201, record: TrackRecord) =>
    Response.json({ music: toTrack(record) }, { status })
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
          return published.write(async (list) => {
            const added = await store.add(fields, file)
            list.put(added)
            return added
          })
        })
        return answerWith(201, record)
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
          return published.write(async (list) => {
            const changed = await store.change(id, fields, file)
            list.put(changed.after)
            return changed
          })
        })
        if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
        return answerWith(200, after)
      },
      admin,
    )
    .delete(
      '/api/music/:id',
      async ({ params }) => {
        const id = objectIdOf(params.id)
        const removed = await published.write(async (list) => {
          const track = await store.remove(id)
          list.drop(id)
          return track
        })
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
