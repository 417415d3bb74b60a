import { ObstacleError, subscribe, unsubscribe } from './push-subscriptions'

const failed = 'The request failed: check your connection and try again.'

interface Result {
  isOn: boolean
  /** The result, as a sentence for the person. */
  text: string
}

/** Asks for the messages of a topic, or ends them. Never rejects.
 * @param topic as in `topics.ts` */
export async function toggleSubscription(
  topic: string | undefined,
  isOn: boolean,
): Promise<Result> {
  try {
    await (isOn ? unsubscribe(topic) : subscribe(topic))
    const text = isOn ? 'You will receive no more messages.' : 'You will receive a message.'
    return { isOn: !isOn, text }
  } catch (error) {
    if (error instanceof ObstacleError) return { isOn, text: error.message }
    console.error('Push messages:', error)
    return { isOn, text: failed }
  }
}
