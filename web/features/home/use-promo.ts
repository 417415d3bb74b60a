import { useEffect, useRef, useState } from 'react'

/** Whether the visitor prefers reduced motion or reduced data. Only Chromium has `navigator.connection` (Save Data API). */
const prefersReduction = () =>
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Controls the promo video. It is loaded after hydration and plays while it is in the viewport, unless the visitor
 * prefers reduced motion or reduced data. The visitor can start and pause it at any time. */
export function usePromo() {
  const video = useRef<HTMLVideoElement>(null)
  const [shouldLoad, setShouldLoad] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  // If the video can't be loaded, the poster stays and there is no pause button.
  const [hasFailed, setFailed] = useState(false)
  const isAutoplayDisabled = useRef(false)

  useEffect(() => {
    isAutoplayDisabled.current = prefersReduction()
    setShouldLoad(!isAutoplayDisabled.current)
  }, [])

  useEffect(() => {
    const element = video.current
    if (!element || !shouldLoad) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) element.pause()
      else if (!isAutoplayDisabled.current) play(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [shouldLoad])

  return {
    video,
    shouldLoad,
    isPlaying,
    hasFailed,
    toggle() {
      isAutoplayDisabled.current = isPlaying
      if (isPlaying) video.current?.pause()
      else if (shouldLoad && video.current) play(video.current)
      else setShouldLoad(true)
    },
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onError: () => setFailed(true),
  }
}

/** Plays the video. The browser may refuse autoplay, or a pause may come first; the poster then stays visible. */
const play = (element: HTMLVideoElement) =>
  element.play().catch((error: unknown) => console.debug('The promo video:', error))
