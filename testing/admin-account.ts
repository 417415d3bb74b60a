import type { Db } from 'mongodb'
import { adminPassword } from './site-process'

/** The cheapest hash: no test that logs in needs to wait for a safe one. */
const cheapest = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

/** Stores the admin's account before a site starts, so that the site doesn't hash the password itself. */
export async function storeAccount(db: Db): Promise<void> {
  const passwordHash = await Bun.password.hash(adminPassword, cheapest)
  const account = { username: 'admin', passwordHash, environmentHash: passwordHash, generation: 1 }
  await db.collection<{ _id: string }>('accounts').insertOne({ _id: 'admin', ...account })
}
