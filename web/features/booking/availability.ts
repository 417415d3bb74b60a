import type { BusyDay } from '../../../api/contract/availability'
import { addDays } from '../../../api/shared/calendar-day'
import { nightAnswers } from '../../../api/shared/night-answers'
import { longDate } from '../../../api/shared/show-dates'
import { call } from '../../api-client/call'
import { anonymousApi } from '../../api-client/client'
import { deviceTime } from '../../browser/device-time'
import { storage } from '../../browser/storage'
import { onWake } from '../../browser/wake'

/** The busy days that this phone last received. */
export interface SavedAvailability {
  days: readonly BusyDay[]
  /** The days that were asked for. */
  from: string
  to: string
  /** Whether they were received now, or at an earlier visit. */
  isFresh: boolean
  /** When they were received, in milliseconds since 1970. */
  at: number
}

const storageKey = 'availability'
/** As many as one request may have. */
const daysAhead = 400
/** Milliseconds. */
const slowAfter = 3_000

/** Reads the busy days of the next 400 days, now and whenever the person returns to the page. Without a response, or after
 * three seconds, those of the last visit are used until it arrives.
 * @param today the current day, as YYYY-MM-DD
 * @param show called with each answer
 * @returns a function that stops it */
export function followAvailability(today: string, show: (busy: SavedAvailability) => void) {
  let hasResponse = false
  function showSaved() {
    const saved = storage.getObject(storageKey) as Omit<SavedAvailability, 'isFresh'> | undefined
    if (saved && !hasResponse) show({ ...saved, isFresh: false })
  }
  async function read() {
    const range = { from: today, to: addDays(today, daysAhead - 1) }
    const slow = setTimeout(showSaved, slowAfter)
    hasResponse = false
    try {
      const response = await call(anonymousApi(), 'GET /api/availability', { searchParams: range })
      hasResponse = true
      const received = { ...range, days: response.days, at: Date.now() }
      storage.set(storageKey, JSON.stringify(received))
      show({ ...received, isFresh: true })
    } catch (error) {
      console.debug('The availability could not be loaded:', error)
      showSaved()
    } finally {
      clearTimeout(slow)
    }
  }
  void read()
  return onWake(() => void read())
}

/** Reads the availability of one day after those of `followAvailability`.
 * @param date YYYY-MM-DD */
export async function availabilityOn(date: string): Promise<SavedAvailability> {
  const range = { from: date, to: date }
  const { days } = await call(anonymousApi(), 'GET /api/availability', { searchParams: range })
  return { ...range, days, isFresh: true, at: Date.now() }
}

/** The answer to "are you free?"; undefined without a date, and for a day that is not known.
 * @param date YYYY-MM-DD, or an empty text */
export function availabilityOf(
  date: string,
  { days: busy, from, to, isFresh, at }: SavedAvailability,
  today: string,
): string | undefined {
  if (date === '' || date < from || date > to || date < today) return
  const state = busy.find((day) => day.date === date)?.state
  const answer = state ? `${nightAnswers[state]} Ask anyway!` : nightAnswers.free
  const day = longDate(deviceTime(new Date(at)).slice(0, 10))
  return isFresh ? answer : `${answer} (As of ${day}.)`
}
