import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { adminPaths } from '../shared/admin-map'
import type { BandNews } from '../shared/band-news'
import { addDays } from '../shared/calendar-day'
import { longDate } from '../shared/show-dates'
import type { EnquiryRepository } from './enquiries.repository'

interface Dependencies {
  repository: Pick<EnquiryRepository, 'claimEndingHold' | 'releaseHold'>
  /** The day and the time of day in the band's time zone. */
  now: () => { date: string; time: string }
  /** Stores a push message to the band's phones, which is then sent until it arrives. */
  push: (news: BandNews) => Promise<void>
  /** Mails it, if mail is on.
   * @throws the error of the mail server */
  mail: (news: BandNews) => Promise<void>
  /** Whether a push service has accepted a message to the band. */
  isReachedByPush: () => Promise<boolean>
  log: Logger
}

/** Milliseconds. */
const checkInterval = 10 * 60_000
/** No reminders are sent at night. */
const notBefore = '09:00'

/** Sends one message for each hold that ends today or tomorrow, after 09:00 in the band's time zone. A hold is marked before
 * its message is sent, so that only one process sends it.
 * @returns the background task */
export function startHoldReminders(dependencies: Dependencies) {
  const { repository, now, push, mail, isReachedByPush, log } = dependencies

  /** Sends the news by push and by mail. A mail server that fails is tried again only if no phone gets the message, because
   * each attempt would repeat the push message. */
  async function notifyBand(news: BandNews) {
    await push(news)
    try {
      await mail(news)
    } catch (err) {
      if (!(await isReachedByPush())) throw err
      log.warn({ err }, 'the reminder of an ending hold could not be mailed')
    }
  }

  return startBackgroundTask({
    async run(stopping) {
      const { date: today, time } = now()
      if (time < notBefore) return
      const tomorrow = addDays(today, 1)
      while (!stopping.aborted) {
        const enquiry = await repository.claimEndingHold(today, tomorrow)
        if (!enquiry) return
        const { _id, name, date, holdUntil, site = '' } = enquiry
        const news = {
          title: `The hold for ${name} ends ${holdUntil === today ? 'today' : 'tomorrow'}`,
          body: date === undefined ? 'No date was given.' : `Date asked for: ${longDate(date)}.`,
          address: `${site}${adminPaths.enquiries}?box=held`,
          tag: `hold-${_id.toHexString()}`,
        }
        await notifyBand(news).catch(async (error: unknown) => {
          await repository.releaseHold(_id)
          throw error
        })
      }
    },
    onError: (err) => log.warn({ err }, 'the reminder of an ending hold could not be sent'),
    interval: checkInterval,
  })
}
