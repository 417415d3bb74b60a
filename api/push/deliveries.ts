import { startBackgroundTask } from '../process/background-task'
import { createGroupSender } from './group-sender'
import type { DeliveryRecord } from './push-records'
import { createSender, type SenderDependencies } from './sender'
import { createServices } from './services'

type Dependencies = Omit<SenderDependencies, 'services'>

const batchSize = 500
/** The number of repeated messages in flight. */
const maxRetries = 50
/** Milliseconds. */
const [checkInterval, stopTimeout] = [30_000, 5_000]

/** Sends push messages in the background: new ones first, and beside them those that have to be repeated. A message that
 * a push service does not accept is sent again later, also after a restart and by any process, so a browser may get it
 * twice; it replaces itself there by its tag. */
export function createDeliveries(dependencies: Dependencies) {
  const { repository, log } = dependencies
  const onError = (err: unknown) => log.warn({ err }, 'push messages could not be read or updated')
  const services = createServices()
  const send = createSender({ ...dependencies, services })
  const sendToGroup = createGroupSender({ repository, services, send, onError })

  async function deliver(claimed: DeliveryRecord, stopping: AbortSignal) {
    let delivery = claimed
    while (!stopping.aborted) {
      const recipients = await repository.recipients(delivery, batchSize)
      await sendToGroup(delivery, recipients)
      const last = recipients.at(-1)
      if (!last || recipients.length < batchSize) return repository.finish(delivery._id)
      await repository.advance(delivery._id, last._id)
      delivery = { ...delivery, sentUpTo: last._id }
    }
  }

  /** Sends a message again to one browser. */
  async function repeat(delivery: DeliveryRecord) {
    const recipients = await repository.recipients(delivery, 1)
    if (recipients.length === 0) return repository.finish(delivery._id)
    return sendToGroup(delivery, recipients)
  }

  async function sendNew(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const delivery = await repository.claimNew()
      if (!delivery) return
      await deliver(delivery, stopping)
    }
  }

  async function sendAgain(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const claimed: DeliveryRecord[] = []
      while (claimed.length < maxRetries) {
        const delivery = await repository.claimRepeated()
        if (!delivery) break
        claimed.push(delivery)
      }
      if (claimed.length === 0) return
      await Promise.all(claimed.map(repeat))
    }
  }

  const timing = { onError, interval: checkInterval, stopTimeout }
  const tasks = [sendNew, sendAgain].map((run) => startBackgroundTask({ run, ...timing }))
  return {
    /** Sends the due messages after the current runs. */
    flush: () => Promise.all(tasks.map(({ requestRun }) => requestRun())),
    stop: () => Promise.all(tasks.map(({ stop }) => stop())),
  }
}
