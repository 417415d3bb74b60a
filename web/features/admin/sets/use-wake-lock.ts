import { useEffect } from 'react'

/** Keeps the screen on while the page is visible (Screen Wake Lock API), where the browser can. */
export function useWakeLock(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return
    let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined)
    function acquire() {
      // The browser releases it when the page is hidden, and refuses it when the battery is low.
      if (document.visibilityState === 'visible')
        lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    acquire()
    document.addEventListener('visibilitychange', acquire)
    return () => {
      document.removeEventListener('visibilitychange', acquire)
      void lock.then((held) => held?.release())
    }
  }, [isNeeded])
}
