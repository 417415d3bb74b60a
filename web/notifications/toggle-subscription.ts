import { type Obstacle, ObstacleError, subscribe, unsubscribe } from './push-subscriptions'

const obstacles: Record<Obstacle, string> = {
  unsupported: 'This browser can’t show messages of this site.',
  'not installed':
    'On this device, add the site to the home screen first: Share, then Add to Home Screen.',
  denied: 'Notifications of this site are blocked. You can allow them in the browser’s settings.',
}

const failed = 'That did not work. Please check your connection and try again.'

interface Result {
  isOn: boolean
  /** What has happened, as a sentence for the person. */
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
    const text = isOn ? 'You will get no more messages.' : 'You will get a message.'
    return { isOn: !isOn, text }
  } catch (error) {
    if (error instanceof ObstacleError) return { isOn, text: obstacles[error.obstacle] }
    console.error('Push messages:', error)
    return { isOn, text: failed }
  }
}
