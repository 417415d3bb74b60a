import { AsyncLocalStorage } from 'node:async_hooks'

/** Who writes a record. */
export interface Editor {
  /** The name that a person gave the device; undefined if nobody has named it. */
  deviceName: string | undefined
}

/** The editor of the current request; undefined outside requests of the administrator. It is stored with each write of a
 * record (`mongo/versions.ts`), which is many calls below the handler: a parameter would pass through all of them. */
export const currentEditor = new AsyncLocalStorage<Editor>()
