import { create } from 'zustand'
import { dropToken, keepToken, readToken } from '../../api-client/token'

interface Session {
  token: string | null
  /** Whether the server has said, with status 200, that the token holds. */
  authenticated: boolean
  /** Whether the session ended because the server refused the token. */
  expired: boolean
  /** Takes up what an earlier visit left in local storage. */
  restore: () => void
  /** Takes a new session in the place of one that may still hold, which ends. */
  login: (token: string) => void
  /** Takes the token that a change of the password gave: the one before is dead by that. */
  renew: (token: string) => void
  logout: () => void
  /** Forgets a token that the server has forgotten already. */
  leave: () => void
  expire: () => void
  /** Asks the server about the token; called whenever it changes. */
  verify: () => Promise<void>
}

const signedOut = { token: null, authenticated: false }

/** Who is at the controls: the token, for the whole application. */
export const useSession = create<Session>()((set, get) => ({
  ...signedOut,
  expired: false,
  restore() {
    const token = readToken()
    if (token === null) set(signedOut)
    else set({ token })
  },
  login(token) {
    const { token: before, authenticated } = get()
    if (before !== null && authenticated) killToken(before)
    get().renew(token)
  },
  renew(token) {
    keepToken(token)
    set({ token, expired: false })
  },
  logout() {
    const { token } = get()
    if (token !== null) killToken(token)
    get().leave()
  },
  leave() {
    dropToken()
    set({ ...signedOut, expired: false })
  },
  expire() {
    dropToken()
    set({ ...signedOut, expired: true })
  },
  async verify() {
    const { token } = get()
    if (token === null) return
    try {
      await verifyToken()
      if (get().token === token) set({ authenticated: true })
    } catch (error) {
      console.error('Token verification failed:', error)
      if (get().token === token) set({ authenticated: false })
    }
  },
}))

/** @throws what the client throws, also when the token is invalid */
async function verifyToken() {
  const [{ quietApi }, { call }] = await Promise.all([
    import('../../api-client/client'),
    import('../../api-client/call'),
  ])
  const session = await call(quietApi(), 'GET /api/admin/verify-token', {})
  if (!session) throw new Error('The response is not the site’s.')
}

/** Tells the server; the person need not wait for its word, for here the token is gone either way. */
function killToken(token: string) {
  Promise.all([import('../../api-client/client'), import('../../api-client/call')])
    .then(([{ openApi }, { call }]) =>
      call(openApi(), 'POST /api/admin/logout', { headers: { authorization: `Bearer ${token}` } }),
    )
    .catch((error: unknown) => console.warn('Logging out on the server failed:', error))
}
