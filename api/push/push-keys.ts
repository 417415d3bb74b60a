import type { Db } from 'mongodb'
import webPush from 'web-push'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The site's keys for push messages (VAPID, RFC 8292): created at the first start, and the same for all processes,
 * because browsers accept messages only with the key of their subscription. */
export async function openPushKeys(db: Db): Promise<PushKeys> {
  const settings = db.collection<PushKeys & { _id: 'pushKeys' }>('settings')
  const stored = await settings.findOneAndUpdate(
    { _id: 'pushKeys' },
    { $setOnInsert: webPush.generateVAPIDKeys() },
    { upsert: true, returnDocument: 'after' },
  )
  if (!stored) throw new Error('The keys for push messages could not be stored.')
  return { publicKey: stored.publicKey, privateKey: stored.privateKey }
}
