import type { AdminTrack, musicOperations } from '../contract/music'
import { preconditionFailed } from '../http/if-match'
import { invalidField } from '../http/problem'
import { type Call, reply } from '../http/route'
import type { Records } from '../mongo/records'
import type { TrackRecord } from './music.repository'
import type { openTrackOrder } from './track-order'

interface Dependencies {
  tracks: Pick<Records<TrackRecord, unknown>, 'lastChanges'>
  order: Pick<Awaited<ReturnType<typeof openTrackOrder>>, 'set' | 'version'>
  /** All tracks in their order. */
  adminView: () => AdminTrack[]
}

/** The handlers of the band's list of tracks and of its order. */
export function orderHandlers({ tracks, order, adminView }: Dependencies) {
  const orderRecord = () => ({
    _id: 'order' as const,
    version: order.version(),
    names: adminView().map(({ name }) => name),
  })
  const adminMusic = () =>
    reply(200, { order: orderRecord(), music: adminView(), lastChanges: tracks.lastChanges() })

  return {
    adminMusic,
    async orderMusic({ request, body, versions }: Call<(typeof musicOperations)['orderMusic']>) {
      const all = adminView().map(({ _id }) => _id)
      // A change with a key may have waited on a phone, while tracks were added or deleted.
      const mayDiffer = request.headers.has('idempotency-key')
      const ids = completeOrder(body.ids, all, mayDiffer)
      if (!(await order.set(ids, versions))) throw preconditionFailed(orderRecord())
      return adminMusic()
    },
  }
}

/** A new order of all tracks.
 * @param wanted the ids as they were sent
 * @param all the ids of all tracks
 * @param mayDiffer whether tracks may have been added or deleted meanwhile; the added ones come last
 * @throws Problem 422 if the ids are not those of all tracks */
function completeOrder(wanted: string[], all: string[], mayDiffer: boolean) {
  const ids = mayDiffer
    ? [...wanted.filter((id) => all.includes(id)), ...all.filter((id) => !wanted.includes(id))]
    : wanted
  if (ids.length !== all.length || !all.every((id) => ids.includes(id)))
    throw invalidField('ids', 'This must be the ids of all tracks, each once.')
  return ids
}
