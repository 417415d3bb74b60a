import { storage } from '../browser/storage'

/** The local storage key of the administrator's token; other programs rely on the name. */
const tokenKey = 'authToken'

export const readToken = (): string | null => storage.get(tokenKey)
export const saveToken = (token: string) => storage.set(tokenKey, token)
export const dropToken = () => storage.remove(tokenKey)
