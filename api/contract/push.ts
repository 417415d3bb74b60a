import { type Static, Type as t } from '@sinclair/typebox'
import { created, declare, ok } from './operation'
import { ObjectIdText } from './text'

/** `shows`: changes of the show with `showId`, or new shows without it; `enquiries`: new enquiries, for the
 * administrator. */
export const PushTopic = t.Union([t.Literal('shows'), t.Literal('enquiries')], {
  description: 'This must be "shows" or "enquiries".',
})
export type PushTopic = Static<typeof PushTopic>

/** A push subscription as browsers serialise it (Push API, `PushSubscription.toJSON`). */
export const BrowserSubscription = t.Object(
  {
    /** The address at the browser's push service (RFC 8030). */
    endpoint: t.String({ maxLength: 2_000 }),
    /** The keys with which messages are encrypted (RFC 8291). */
    keys: t.Object({
      p256dh: t.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
      auth: t.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
    }),
  },
  { description: 'This must be a push subscription of a browser.' },
)
export type BrowserSubscription = Static<typeof BrowserSubscription>

export const PushSubscriptionBody = t.Object({
  topic: PushTopic,
  showId: t.Optional(t.String({ ...ObjectIdText, description: 'This must be the id of a show.' })),
  subscription: BrowserSubscription,
})
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>

export const PushSubscription = t.Object({
  /** A digest of the endpoint and the topic; the DELETE request contains it. */
  id: t.String(),
  topic: PushTopic,
  showId: t.Optional(ObjectIdText),
})

/** A declarative push message (Push API). Browsers that do not support this form pass it to the service worker. */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** Absolute URL. */
    navigate: string
    lang: string
    /** A notification replaces the previous one with the same tag. */
    tag: string
  }
}

export const pushOperations = declare({
  pushKey: {
    route: 'GET /api/push/key',
    summary: "The site's public key for push subscriptions (RFC 8292)",
    access: 'anyone',
    responses: ok('The key', t.Object({ publicKey: t.String() })),
  },
  addPushSubscription: {
    route: 'POST /api/push/subscriptions',
    summary:
      'Ask for push messages; the same request again has no further effect. Those about enquiries need a token',
    access: 'anyone',
    json: PushSubscriptionBody,
    responses: created('The subscription', t.Object({ subscription: PushSubscription })),
    problems: [401, 403, 429],
  },
  deletePushSubscription: {
    route: 'DELETE /api/push/subscriptions/{subscription}',
    summary: 'End a subscription',
    access: 'anyone',
    responses: { 204: { description: 'The subscription has ended' } },
    problems: [429, 503],
  },
})
