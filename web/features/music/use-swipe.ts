import { type PointerEvent, useRef } from 'react'

/** Handlers of pointer events for an element that a swipe opens or closes. Sliders in it keep their own swipes.
 * @param distance pixels to swipe, downwards; negative for upwards
 * @param act called once for each swipe */
export function useSwipe(distance: number, act: () => void) {
  const start = useRef<number>(undefined)
  return {
    onPointerDown({ target, clientY }: PointerEvent) {
      start.current = target instanceof HTMLInputElement ? undefined : clientY
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (start.current === undefined) return
      if ((clientY - start.current) / distance < 1) return
      start.current = undefined
      act()
    },
  }
}
