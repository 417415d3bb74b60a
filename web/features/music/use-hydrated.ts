import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether scripts run: false in the server's HTML and until the browser has taken it over. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
