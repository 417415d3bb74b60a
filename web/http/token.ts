/** The local storage key of the administrator's token; other programs rely on the name. */
const tokenKey = 'authToken'

export const readToken = (): string | null => localStorage.getItem(tokenKey)
export const keepToken = (token: string) => localStorage.setItem(tokenKey, token)
export const dropToken = () => localStorage.removeItem(tokenKey)
