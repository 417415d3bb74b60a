import { AsyncLocalStorage } from 'node:async_hooks'

/** The device that sent the current request, with the name that a person gave it, if any; undefined outside requests of the
 * administrator. Each write of a record stores the name (`mongo/versions.ts`). It is not a parameter, because all functions
 * between the handler and the write would need that parameter. */
export const currentEditor = new AsyncLocalStorage<{ deviceName: string | undefined }>()
