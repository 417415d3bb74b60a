import { AsyncLocalStorage } from 'node:async_hooks'

/** The device that sent the current request, with the name that a person gave it, if any; undefined outside requests of the
 * administrator. Each write of a record stores its name (`mongo/versions.ts`), many calls below the handler: a parameter would
 * pass through all of them. */
export const currentEditor = new AsyncLocalStorage<{ deviceName: string | undefined }>()
