import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether scripts have taken the page over: false in the server's HTML. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
