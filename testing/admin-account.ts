import type { Db } from 'mongodb'

/** The hash of `adminPassword` by argon2id with the least memory and time: no test that logs in needs to wait for a safe one. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$IuPtKFGu6J/pK2aygbJhSajs/m7ZNtjY+TBzC/zGM44$79uLsTqHUoSnmLwZuITxsmPqFn8hUrDawgZ+DxS+24g'

/** Stores the admin's account: before a site starts, so that it doesn't hash the password itself. */
export async function storeAccount(db: Db): Promise<void> {
  const account = { username: 'admin', passwordHash, environmentHash: passwordHash, generation: 1 }
  await db
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: 'admin' }, { $set: account }, { upsert: true })
}
