import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import { weaknessOf } from './password-strength'

interface Dependencies {
  adminPassword: string | undefined
  /** Words that are easy to guess as this band's password, such as its name. */
  ownWords: () => string[]
  log: Logger
}

/** Milliseconds from the start to the estimate of ADMIN_PASSWORD, and from one to the next. */
const [delay, interval] = [5_000, 24 * 60 * 60_000]

/** Warns of an ADMIN_PASSWORD that is easy to guess, once a day. It begins some seconds after the start, because the estimate takes
 * half a second of processor time that visitors of a starting site need. */
export function startPasswordWarnings({ adminPassword, ownWords, log }: Dependencies) {
  const { stop } = startBackgroundTask({
    async run() {
      if (adminPassword !== undefined && (await weaknessOf(adminPassword, ownWords())))
        log.warn('ADMIN_PASSWORD is easy to guess: set a stronger one.')
    },
    onError: (err) => log.warn({ err }, 'the strength of ADMIN_PASSWORD could not be estimated'),
    delay,
    interval,
  })
  return { routes: [], stop }
}
