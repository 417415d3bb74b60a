import { type Db, ObjectId, type WithId } from 'mongodb'
import { type Away, type AwayBody, availabilityOperations, maxDays } from '../contract/availability'
import { invalidField, notFound } from '../http/problem'
import { type Authorise, implement, reply } from '../http/route'
import { insertOnce, type Keyed, keyIndex, type Receipts } from '../mongo/receipts'
import { updateOf, withoutEmptyTexts } from '../mongo/versions'
import { addDays } from '../shared/calendar-day'
import type { NightState } from '../shared/night-answers'
import { daysBetween } from '../shared/show-dates'
import { busyDays, type Commitments } from './busy-days'

interface Dependencies {
  db: Db
  receipts: Receipts
  /** The shows of every visibility between two days, from the database: another process may just have added one. */
  shows: (from: string, to: string) => Promise<Commitments['shows']>
  /** The ids of these that belong to stored shows. */
  storedShows: (ids: readonly ObjectId[]) => Promise<readonly ObjectId[]>
  /** The enquiries that hold or book a day between two days. */
  enquiries: (
    from: string,
    to: string,
  ) => Promise<readonly (Commitments['enquiries'][number] & { showId?: ObjectId })[]>
  /** The current day in the band's time zone, as YYYY-MM-DD. */
  today: () => string
  authorise: Authorise
}

type AwayRecord = AwayBody & Keyed

const toAway = ({ _id, from, to, note }: WithId<AwayRecord>): Away => ({
  _id: _id.toHexString(),
  from,
  to,
  ...(note !== undefined && { note }),
})

/** @throws Problem 422 if the last day is before the first */
function checked<Days extends { from: string; to: string }>(days: Days): Days {
  if (days.to < days.from) throw invalidField('to', 'This must not be before the first day.')
  return days
}

/** The days on which the band is not free, derived from shows, nights off and enquiries. */
export async function createAvailability(dependencies: Dependencies) {
  const { db, receipts, today, authorise } = dependencies
  const nightsOff = db.collection<AwayRecord>('away')
  await nightsOff.createIndexes([{ key: { to: 1 } }, keyIndex])

  /** The busy days between two days, both included. */
  async function busyBetween(from: string, to: string) {
    const [away, held] = await Promise.all([
      nightsOff.find({ to: { $gte: from }, from: { $lte: to } }).toArray(),
      dependencies.enquiries(from, to),
    ])
    // The show that was made of an enquiry may have been moved or cancelled since.
    const made = await dependencies.storedShows(held.flatMap(({ showId }) => showId ?? []))
    const enquiries = held.filter(({ showId }) => !made.some((id) => id.equals(showId)))
    // Read last, so that an enquiry's night is not free while its show is being added.
    const shows = await dependencies.shows(from, to)
    return busyDays({ shows, away, enquiries }, { from, to, today: today() })
  }

  const allNightsOff = async () =>
    (await nightsOff.find().sort({ from: 1, _id: 1 }).toArray()).map(toAway)

  const routes = implement(
    availabilityOperations,
    {
      async availability({ query }) {
        const from = query.from ?? today()
        const { to } = checked({ from, to: query.to ?? addDays(from, maxDays - 1) })
        if (daysBetween(from, to) >= maxDays)
          throw invalidField('to', `There may be at most ${maxDays} days.`)
        return reply(200, { days: await busyBetween(from, to) })
      },
      away: async () => reply(200, { away: await allNightsOff() }),
      async addAway({ body: content, idempotencyKey: key }) {
        const record = withoutEmptyTexts(checked(content))
        const add = async () => ({ away: toAway((await insertOnce(nightsOff, record, key)).after) })
        return reply(201, await receipts.once({ scope: 'away', key, content }, add))
      },
      async changeAway({ parameters, body }) {
        const changed = await nightsOff.findOneAndUpdate(
          { _id: new ObjectId(parameters.id) },
          updateOf(checked(body)),
          { returnDocument: 'after' },
        )
        if (!changed) throw notFound()
        return reply(200, { away: toAway(changed) })
      },
      async deleteAway({ parameters }) {
        const { deletedCount } = await nightsOff.deleteOne({ _id: new ObjectId(parameters.id) })
        if (deletedCount === 0) throw notFound()
        return reply(204)
      },
    },
    { authorise },
  )
  return {
    routes,
    /** All nights off, by their first day. */
    nightsOff: allNightsOff,
    /** Whether the band is free on a day. */
    async stateOf(day: string): Promise<NightState> {
      const [busy] = await busyBetween(day, day)
      return busy?.state ?? 'free'
    },
  }
}
