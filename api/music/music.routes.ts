import { Elysia } from 'elysia'
import { type TrackAnswer, TrackFields } from '../contract/music'
import { type Authorise, adminOnly } from '../http/authorise'
import { invalid } from '../http/problem'
import { validateText } from '../http/validation'
import { idempotencyKeyOf, type Receipts } from '../mongo/idempotency'
import { objectIdOf } from '../mongo/object-id'
import type { Published } from '../mongo/published'
import { versionsToMatch, versionTag } from '../mongo/versions'
import type { AudioCache } from './audio-cache'
import type { AudioFiles } from './audio-files'
import { type TrackRecord, type TrackStore, toTrack } from './music.repository'
import { readTrackForm, type TrackForm } from './track-form'

interface Parts {
  store: TrackStore
  receipts: Receipts
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
  const { store, receipts, files, cache, published, authorise, onLeftOver } = parts
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
        const key = idempotencyKeyOf(request)
        const { answer, file } = await files.keeping(async (keep) => {
          const { fields, file } = checked(await readTrackForm(request, parts, keep))
          if (!file) throw invalid([{ field: 'mp3File', message: 'This field is required.' }])
          const content = { fields, file: { name: file.name, sha256: file.sha256 } }
          const answer = await receipts.once({ scope: 'music', key, content }, () =>
            published.write(async (list) => {
              const added = await store.add(fields, file, key)
              list.put(added)
              return answerOf(added)
            }),
          )
          return { answer, file }
        })
        // A repeated call has brought the file a second time.
        if (answer.music.fileId !== file.id.toHexString()) await removeFile(file.id)
        return trackResponse(201, answer)
      },
      admin,
    )
    .put(
      '/api/music/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const versions = versionsToMatch(request)
        await store.expectVersion(id, versions)
        const { before, after } = await files.keeping(async (keep) => {
          const { fields, file } = checked(await readTrackForm(request, parts, keep))
          return published.write(async (list) => {
            const changed = await store.change(id, fields, file, versions)
            list.put(changed.after)
            return changed
          })
        })
        if (!before.fileId.equals(after.fileId)) await removeFile(before.fileId)
        return trackResponse(200, answerOf(after))
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

const answerOf = (record: TrackRecord): TrackAnswer => ({ music: toTrack(record) })

const trackResponse = (status: 200 | 201, answer: TrackAnswer) =>
  Response.json(answer, { status, headers: { etag: versionTag(answer.music.version) } })

function checked({ fields, file }: TrackForm) {
  if ('mp3File' in fields) throw invalid([{ field: 'mp3File', message: 'This must be a file.' }])
  return { fields: validateText(TrackFields, fields), file }
}
