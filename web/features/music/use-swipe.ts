import { type PointerEvent, useRef } from 'react'

/** Handlers of pointer events that detect a vertical swipe on an element. A press on an input, such as a slider, starts
 * none.
 * @param distance pixels downwards; negative for a swipe up
 * @param onSwipe called once for each swipe */
export function useSwipe(distance: number, onSwipe: () => void) {
  const start = useRef<number>(undefined)
  const end = () => {
    start.current = undefined
  }
  return {
    onPointerDown({ target, clientY }: PointerEvent) {
      start.current = target instanceof HTMLInputElement ? undefined : clientY
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (start.current === undefined || (clientY - start.current) / distance < 1) return
      end()
      onSwipe()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
