import { AsyncLocalStorage } from 'node:async_hooks'

/** The device that sent the current request. */
export interface Editor {
  /** The name that a person gave the device; undefined if nobody has named it. */
  deviceName: string | undefined
}

/** The editor of the current request; undefined outside requests of the administrator. Each write of a record stores its name
 * (`mongo/versions.ts`), many calls below the handler: a parameter would pass through all of them. */
export const currentEditor = new AsyncLocalStorage<Editor>()
