import type { Show } from '../contract/shows'
import { longDate, shortDate, timesOf, weekdayOf } from '../shared/show-dates'

/** The title and the text of a push message about a show. */
interface ShowMessage {
  title: string
  body: string
}

const dayOf = ({ date }: Show) => `${weekdayOf(date)}, ${longDate(date)}`
const placeOf = ({ venue, city }: Show) => `${venue}, ${city}`

/** The news of a new show. */
export const newShow = (show: Show, band: string): ShowMessage => ({
  title: `${band}: ${shortDate(show.date)}, ${show.venue}`,
  body: [`${placeOf(show)}, ${dayOf(show)}`, timesOf(show)].filter(Boolean).join('. '),
})

/** The news of a change that matters to somebody who wants to come; undefined for other changes.
 * @param after undefined for a show that was taken off the list */
export function changedShow(before: Show, after: Show | undefined): ShowMessage | undefined {
  if (!after)
    return {
      title: `Removed: ${before.venue}`,
      body: `${placeOf(before)}, ${dayOf(before)}, was removed from the list.`,
    }
  const isNow = (status: Show['status']) => after.status === status && before.status !== status
  if (isNow('cancelled'))
    return {
      title: `Cancelled: ${after.venue}`,
      body: `${placeOf(after)}, ${dayOf(after)}, is cancelled.`,
    }
  if (after.date !== before.date)
    return {
      title: `New date: ${after.venue}`,
      body: `${placeOf(after)}: ${dayOf(after)} instead of ${longDate(before.date)}.`,
    }
  if (isNow('postponed'))
    return {
      title: `Postponed: ${after.venue}`,
      body: `${placeOf(after)}, ${dayOf(after)}, is postponed. The new date will be announced.`,
    }
  if (isNow('soldout'))
    return {
      title: `Sold out: ${after.venue}`,
      body: `${placeOf(after)}, ${dayOf(after)}, is sold out.`,
    }
  const wasOff = before.status === 'cancelled' || before.status === 'postponed'
  if (wasOff && after.status === undefined)
    return {
      title: `On again: ${after.venue}`,
      body: `${placeOf(after)}, ${dayOf(after)}, takes place after all.`,
    }
  if (placeOf(before) !== placeOf(after) || before.address !== after.address)
    return {
      title: `New place: ${after.venue}`,
      body: `${dayOf(after)}: ${[placeOf(after), after.address].filter(Boolean).join(', ')}.`,
    }
  if (timesOf(before) !== timesOf(after))
    return {
      title: `New time: ${after.venue}`,
      body: `${dayOf(after)}: ${timesOf(after) || 'the start is not known yet.'}`,
    }
  return undefined
}
