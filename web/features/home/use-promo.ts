import { useEffect, useRef, useState } from 'react'

/** What Chromium tells of a connection (Network Information API, Save Data API). */
interface Connection {
  saveData?: boolean
}

/** Whether the visitor is spared what merely moves. */
const isSparing = () =>
  matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches ||
  (navigator as { connection?: Connection }).connection?.saveData === true

/** The promo video's life: it comes after the page, for whoever is not sparing, and rests while it is out of
 * sight; a word of the visitor's goes before all that. */
export function usePromo() {
  const video = useRef<HTMLVideoElement>(null)
  /** Whether the video is to be fetched. */
  const [isWanted, setWanted] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  // Without network there is the poster, and nothing to pause.
  const [hasFailed, setFailed] = useState(false)
  const isRefused = useRef(false)

  useEffect(() => {
    isRefused.current = isSparing()
    setWanted(!isRefused.current)
  }, [])

  useEffect(() => {
    const element = video.current
    if (!element || !isWanted) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) element.pause()
      else if (!isRefused.current) play(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWanted])

  return {
    video,
    isWanted,
    isPlaying,
    hasFailed,
    toggle() {
      isRefused.current = isPlaying
      if (isPlaying) video.current?.pause()
      else if (isWanted && video.current) play(video.current)
      else setWanted(true)
    },
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onError: () => setFailed(true),
  }
}

/** A browser may refuse, and a pause may come first: then the poster stays. */
const play = (element: HTMLVideoElement) =>
  element.play().catch((error: unknown) => console.debug('The promo video:', error))
