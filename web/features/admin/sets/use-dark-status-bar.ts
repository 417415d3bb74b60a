import { useEffect } from 'react'

/** While it is needed, the phone's status bar has the colour of the dark scheme by day, too (`theme-color`). */
export function useDarkStatusBar(isNeeded: boolean) {
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
