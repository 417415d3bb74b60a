import { HTTPError } from 'ky'
import type { PushSubscriptionBody } from '../../api/contract/push'
import { call } from '../api-client/call'
import { anonymousApi, backgroundApi } from '../api-client/client'
import { deleteOnce } from '../api-client/problem'
import { readToken } from '../api-client/token'
import { storage } from '../browser/storage'
import { enquiriesTopic, newShowsTopic, storedTopics } from './topics'

/** Why this browser can't receive messages of the site, as a sentence for the person. */
export class ObstacleError extends Error {
  override readonly name = 'ObstacleError'
}

const endpointKey = 'pushEndpoint'
/** The session in which this phone has asked for messages about enquiries. */
const sessionKey = 'pushSession'
/** The end of the token's signature, which is enough to tell sessions apart. */
const sessionMark = () => readToken()?.slice(-12) ?? ''

/** Subscribes to a topic. Must be called in the handler of a press, because browsers ask for permission only there.
 * @throws ObstacleError if this browser can't receive messages; the errors of the HTTP client */
export async function subscribe(topic: string): Promise<void> {
  const permission = await ('Notification' in window ? Notification.requestPermission() : 'denied')
  const registration = await registrationForPush()
  if (permission !== 'granted')
    throw new ObstacleError(
      'Notifications of this site are blocked. You can allow them in the browser’s settings.',
    )
  const subscription = await subscriptionOf(registration)
  await send(subscription, topic)
  storage.set(endpointKey, subscription.endpoint)
}

/** Ends the messages of a topic, and of the browser if there is no other topic.
 * @throws the errors of the HTTP client */
export async function unsubscribe(topic: string): Promise<void> {
  const id = storedTopics.idOf(topic)
  if (id !== undefined) {
    const parameters = { subscription: id }
    await deleteOnce(
      call(anonymousApi(), 'DELETE /api/push/subscriptions/{subscription}', { parameters }),
    )
  }
  storedTopics.remove(topic)
  if (storedTopics.all().length > 0) return
  storage.remove(endpointKey)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Sends the subscriptions again if the browser has replaced its endpoint, as browsers may at any time. */
export async function renewSubscriptions(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription || subscription.endpoint === storage.get(endpointKey)) return
  for (const topic of storedTopics.all()) {
    try {
      await send(subscription, topic)
    } catch (error) {
      // The show is over or not public any more (422), or this browser is not logged in (401).
      if (!(error instanceof HTTPError && [401, 422].includes(error.response.status))) throw error
      storedTopics.remove(topic)
    }
  }
  storage.set(endpointKey, subscription.endpoint)
}

/** Asks again for messages about enquiries if this phone has asked for them in an earlier session: the server has ended them
 * with that session. */
export async function renewBandSubscription(): Promise<void> {
  const isAsked = storedTopics.idOf(enquiriesTopic) !== undefined
  if (!isAsked || storage.get(sessionKey) === sessionMark()) return
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (subscription) await send(subscription, enquiriesTopic)
  else storedTopics.remove(enquiriesTopic)
}

async function send(subscription: PushSubscription, topic: string) {
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionBody['subscription']
  const isForBand = topic === enquiriesTopic
  const json = {
    topic: isForBand ? ('enquiries' as const) : ('shows' as const),
    ...(topic !== newShowsTopic && !isForBand && { showId: topic }),
    subscription: { endpoint, keys },
  }
  const client = isForBand ? backgroundApi() : anonymousApi()
  const response = await call(client, 'POST /api/push/subscriptions', { json })
  storedTopics.set(topic, response.subscription.id)
  if (isForBand) storage.set(sessionKey, sessionMark())
}

/** @throws ObstacleError if this browser has no push messages */
async function registrationForPush(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && 'pushManager' in registration) return registration
  const { isAppleTouchDevice } = await import('../browser/apple-touch-device')
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  throw new ObstacleError(
    // iPhones and iPads receive messages of installed sites only.
    isAppleTouchDevice() && !isInstalled
      ? 'On this device, add the site to the home screen first: Share, then Add to Home Screen.'
      : 'This browser does not support push messages: use a current browser, and https.',
  )
}

/** The browser's subscription with the site's key. */
async function subscriptionOf(registration: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { publicKey } = await call(anonymousApi(), 'GET /api/push/key', {})
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await registration.pushManager.subscribe(options)
  } catch (error) {
    const { name } = error as Error
    // The browser's push service refuses the subscription, for example in a private window.
    if (['AbortError', 'NotAllowedError'].includes(name))
      throw new ObstacleError(
        'This browser refuses push messages, perhaps because this is a private window. Try an ordinary window, or another browser.',
      )
    if (name !== 'InvalidStateError') throw error
    // The site's key is another one than at the last subscription, for example after the site was moved.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return registration.pushManager.subscribe(options)
  }
}
