import { useEffect } from 'react'

/** Gives the status bar of the phone the colour that it has by night, also by day (`theme-color`). */
export function useNightStatusBar(isNeeded: boolean) {
  useEffect(() => {
    const [day, night] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
    if (!isNeeded || !day || !night) return
    const { content } = day
    day.content = night.content
    return () => {
      day.content = content
    }
  }, [isNeeded])
}
