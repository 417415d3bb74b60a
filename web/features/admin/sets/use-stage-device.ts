import { useEffect } from 'react'

/** While the stage is shown, keeps the screen on where the browser can (Screen Wake Lock API), and gives the phone's status bar
 * the colour of the dark scheme by day, too (`theme-color`). */
export function useStageDevice(isNeeded: boolean) {
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
  useEffect(() => {
    const [light, dark] = ['light', 'dark'].map((scheme) =>
      document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media*="${scheme}"]`),
    )
    if (!isNeeded || !light || !dark) return
    const { content } = light
    light.content = dark.content
    return () => {
      light.content = content
    }
  }, [isNeeded])
}
