import type { Show } from '../contract/shows'
import { longDate, shortDate, timesOf, weekdayOf } from '../shared/show-dates'

/** The title and the text of a push message about a show. */
interface ShowMessage {
  title: string
  body: string
}

const dayOf = ({ date }: Show) => `${weekdayOf(date)}, ${longDate(date)}`
const placeOf = ({ venue, city }: Show) => `${venue}, ${city}`

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
  if (before.status === 'cancelled' && after.status === 'cancelled') return undefined
  const news = changedStatus(before, after)
  const isMoved = after.date !== before.date
  if (isMoved && after.status !== 'cancelled')
    return {
      title: `New date: ${after.venue}`,
      body: `${placeOf(after)}: ${dayOf(after)} instead of ${longDate(before.date)}.`,
    }
  // The place and the time of a show whose new date is not known are no news.
  return news ?? (after.status === 'postponed' ? undefined : changedDetails(before, after))
}

/** The news of a status; undefined if it is the same. */
function changedStatus(before: Show, after: Show): ShowMessage | undefined {
  if (before.status === after.status) return undefined
  const what = `${placeOf(after)}, ${dayOf(after)},`
  if (after.status === 'cancelled')
    return { title: `Cancelled: ${after.venue}`, body: `${what} is cancelled.` }
  if (after.status === 'postponed')
    return {
      title: `Postponed: ${after.venue}`,
      body: `${what} is postponed. The new date will be announced.`,
    }
  if (after.status === 'soldout')
    return { title: `Sold out: ${after.venue}`, body: `${what} is sold out.` }
  if (before.status === 'soldout')
    return { title: `Tickets again: ${after.venue}`, body: `${what} is no longer sold out.` }
  return { title: `On again: ${after.venue}`, body: `${what} takes place after all.` }
}

/** The news of a place or time; undefined if they are the same. */
function changedDetails(before: Show, after: Show): ShowMessage | undefined {
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
