import { type Obstacle, ObstacleError, subscribe, unsubscribe } from './push-subscriptions'

const obstacles: Record<Obstacle, string> = {
  unsupported: 'This browser does not support push messages: use a current browser, and https.',
  'not installed':
    'On this device, add the site to the home screen first: Share, then Add to Home Screen.',
  denied: 'Notifications of this site are blocked. You can allow them in the browser’s settings.',
}

const failed = 'The request failed: check your connection and try again.'

interface Result {
  isOn: boolean
  /** The result, as a sentence for the person. */
  text: string
}

/** Asks for the messages of a topic, or ends them. Never rejects.
 * @param showId undefined for new shows */
export async function toggleSubscription(
  showId: string | undefined,
  isOn: boolean,
): Promise<Result> {
  try {
    await (isOn ? unsubscribe(showId) : subscribe(showId))
    const text = isOn ? 'You will receive no more messages.' : 'You will receive a message.'
    return { isOn: !isOn, text }
  } catch (error) {
    if (error instanceof ObstacleError) return { isOn, text: obstacles[error.obstacle] }
    console.error('Push messages:', error)
    return { isOn, text: failed }
  }
}
