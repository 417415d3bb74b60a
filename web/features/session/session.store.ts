import { create } from 'zustand'
import { dropToken, readToken, saveToken } from '../../api-client/token'
import { deleteDatabase } from '../../browser/delete-database'
import { storage } from '../../browser/storage'
import { changesTag, privateDatabaseName, uploadsName } from '../../offline/names'

interface Session {
  token: string | null
  /** Whether the server has confirmed the token with status 200. */
  authenticated: boolean
  /** Whether the session ended because the server refused the token. */
  expired: boolean
  /** The generated password with which the band has logged in for the first time, for the page that sets its own. Empty if
   * the band has set its own already. Never stored. */
  firstPassword: string | undefined
  /** Reads the token from local storage. */
  restore: () => void
  /** Starts a session with a token, or continues it with the one that replaces it after a password change. */
  login: (token: string) => void
  /** Ends the session and revokes the token on the server. */
  logout: () => void
  /** Ends the session in the browser only, after the server has invalidated the token. */
  clearSession: () => void
  /** Ends the session after the server refused the token. */
  expire: () => void
  /** Verifies the token on the server. To be called whenever the token changes. */
  verify: () => Promise<void>
}

/** The local storage key that tells other tabs, and later pages, that the server has refused the token. */
const expiredKey = 'expired'

const signedOut = { token: null, authenticated: false }

/** The administrator's session. */
export const useSession = create<Session>()((set, get) => ({
  ...signedOut,
  expired: false,
  firstPassword: undefined,
  restore() {
    const token = readToken()
    set(token === null ? { ...signedOut, expired: storage.get(expiredKey) !== null } : { token })
  },
  login(token) {
    saveToken(token)
    storage.remove(expiredKey)
    set({ token, expired: false })
  },
  logout() {
    const token = readToken()
    if (token !== null)
      import('./revoke-token')
        .then(({ revokeToken }) => revokeToken(token))
        .catch((error: unknown) => console.warn('Logging out on the server failed:', error))
    get().clearSession()
  },
  clearSession() {
    // Mp3s that are not published yet, changes that are not sent, and what was typed.
    forget(uploadsName, changesTag, privateDatabaseName, expiredKey)
    set({ ...signedOut, expired: false })
  },
  expire() {
    storage.set(expiredKey, '1')
    forget(privateDatabaseName)
    set({ ...signedOut, expired: true })
  },
  async verify() {
    const { token } = get()
    if (token === null) return
    try {
      const { verifyToken } = await import('../../api-client/client')
      await verifyToken()
      if (get().token === token) set({ authenticated: true })
    } catch (error) {
      console.error('Token verification failed:', error)
      if (get().token === token) set({ authenticated: false })
    }
  },
}))

/** Removes the token and, under some names, whatever the browser stores. */
function forget(...names: readonly string[]) {
  dropToken()
  for (const name of names) {
    deleteDatabase(name)
    storage.remove(name)
    // Insecure contexts have no caches.
    globalThis.caches?.delete(name).catch(() => {})
  }
}
