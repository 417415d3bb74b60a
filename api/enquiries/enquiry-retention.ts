import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import type { EnquiryRepository } from './enquiries.repository'

interface Dependencies {
  repository: Pick<EnquiryRepository, 'removeBefore'>
  /** Months after which an enquiry is deleted; 0 for never. */
  months: number
  /** YYYY-MM-DD, in the band's time zone. */
  today: () => string
  log: Logger
}

/** Milliseconds. */
const checkInterval = 6 * 60 * 60_000

/** The instant a number of calendar months earlier. If the day does not exist in that month, its last day. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(now.getUTCMonth() - months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then
}

/** Deletes enquiries that are older than `months`, at once and every six hours. Enquiries with a held or booked night are
 * kept until that night is over.
 * @returns a function that stops this */
export function startRetention({ repository, months, today, log }: Dependencies) {
  if (months === 0) return async () => undefined
  const task = startBackgroundTask({
    async run() {
      const removed = await repository.removeBefore(monthsBefore(new Date(), months), today())
      if (removed > 0) log.info({ removed }, 'old enquiries were deleted')
    },
    onError: (err) => log.warn({ err }, 'old enquiries could not be deleted yet'),
    interval: checkInterval,
  })
  return task.stop
}
