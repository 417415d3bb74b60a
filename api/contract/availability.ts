import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { created, declare, deletion, linksTo, ok } from './operation'
import { ObjectIdText, oneOf, textOf } from './text'

const Day = t.String({ format: 'date' })

/** A day on which the band is not free. `taken`: a show, a night off or a booked enquiry; `asked`: an enquiry holds it. */
export const BusyDay = t.Object({ date: Day, state: oneOf('taken', 'asked') })
export type BusyDay = Static<typeof BusyDay>

/** The most days of one request. */
export const maxDays = 400

/** A stretch of days on which the band does not play, as the administrator enters it. */
export const AwayBody = t.Object({
  from: Day,
  /** The last day. */
  to: Day,
  note: t.Optional(textOf(limits.note)),
})
export type AwayBody = Static<typeof AwayBody>

export const Away = t.Composite([t.Object({ _id: ObjectIdText }), AwayBody])
export type Away = Static<typeof Away>

const AwayResponse = t.Object({ away: Away })
const awayPath = '/api/admin/away'

export const availabilityOperations = declare({
  availability: {
    route: 'GET /api/availability',
    summary: 'The days on which the band is not free; by default of the next 400 days',
    access: 'anyone',
    query: t.Object({ from: t.Optional(Day), to: t.Optional(Day) }),
    responses: ok('Only days that are not free', t.Object({ days: t.Array(BusyDay) })),
  },
  away: {
    route: `GET ${awayPath}`,
    summary: 'The nights off, by their first day',
    responses: ok('The nights off', t.Object({ away: t.Array(Away) })),
  },
  addAway: {
    route: `POST ${awayPath}`,
    summary: 'Add nights off',
    json: AwayBody,
    isIdempotent: true,
    responses: created(
      'The nights off',
      AwayResponse,
      linksTo('$response.body#/away/_id', 'changeAway', 'deleteAway'),
    ),
  },
  changeAway: {
    route: `PUT ${awayPath}/{id}`,
    summary: 'Change nights off',
    json: AwayBody,
    responses: ok('The changed nights off', AwayResponse),
  },
  deleteAway: deletion(`${awayPath}/{id}`, 'Delete nights off', 'They are deleted'),
})
