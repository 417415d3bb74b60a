import { type PointerEvent, useRef } from 'react'

/** Pixels. */
const minDistance = 40

/** Handlers of pointer events that detect a swipe up on an element. A press on an input, such as a slider, starts none.
 * @param onSwipe called once for each swipe */
export function useSwipeUp(onSwipe: () => void) {
  const start = useRef<number>(undefined)
  const end = () => {
    start.current = undefined
  }
  return {
    onPointerDown({ target, clientY }: PointerEvent) {
      start.current = target instanceof HTMLInputElement ? undefined : clientY
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (start.current === undefined || start.current - clientY < minDistance) return
      end()
      onSwipe()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
