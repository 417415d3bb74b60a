import type { Logger } from '../process/log'
import type { EnquiryRepository } from './enquiries.repository'

interface Dependencies {
  repository: Pick<EnquiryRepository, 'removeBefore'>
  /** For how many months an enquiry is kept; 0: for ever. */
  months: number
  log: Logger
}

const lookEvery = 6 * 60 * 60_000

/** The instant so many calendar months before another; the last day of a month that has no such day. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(now.getUTCMonth() - months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then
}

/** Deletes enquiries that are older than the band keeps them, at once and every six hours.
 * @returns how to stop */
export function keepForMonths({ repository, months, log }: Dependencies): () => void {
  if (months === 0) return () => undefined
  async function removeOld() {
    try {
      const removed = await repository.removeBefore(monthsBefore(new Date(), months))
      if (removed > 0) log.info({ removed }, 'old enquiries were deleted')
    } catch (err) {
      log.warn({ err }, 'old enquiries could not be deleted yet')
    }
  }
  void removeOld()
  const timer = setInterval(() => void removeOld(), lookEvery)
  return () => clearInterval(timer)
}
