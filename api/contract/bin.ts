import { type Static, Type as t } from '@sinclair/typebox'
import { EnquiryResponse } from './enquiries'
import { TrackResponse } from './music'
import { declare, deletion, ok } from './operation'
import { ShowResponse } from './shows'
import { SongResponse } from './songs'
import { ObjectIdText, oneOf } from './text'

export const BinItem = t.Object({
  _id: ObjectIdText,
  kind: oneOf('show', 'track', 'song', 'enquiry'),
  /** One line that names the record. */
  label: t.String(),
  /** An instant (RFC 3339, UTC). The record is deleted for good 30 days later. */
  deletedAt: t.String({ format: 'date-time' }),
  /** The name of the device that deleted it; absent if it has none. */
  deletedBy: t.Optional(t.String()),
})
export type BinItem = Static<typeof BinItem>

const binPath = '/api/admin/bin'

export const binOperations = declare({
  bin: {
    route: `GET ${binPath}`,
    summary: 'The deleted records, the latest ones first',
    responses: ok('The records', t.Object({ items: t.Array(BinItem) })),
  },
  restoreFromBin: {
    route: `POST ${binPath}/{id}/restore`,
    summary: 'Restore a deleted record with its id and address',
    responses: ok(
      'The record',
      t.Union([ShowResponse, TrackResponse, SongResponse, EnquiryResponse]),
    ),
  },
  deleteFromBin: deletion(`${binPath}/{id}`, 'Delete a record for good', 'The record is deleted'),
})
