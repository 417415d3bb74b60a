import { type PointerEvent, type RefObject, useRef } from 'react'

/** The fraction of the height by which an element must be pulled to close it, or pixels per millisecond. */
const closing = { fraction: 0.25, speed: 0.6 }

interface Pull {
  startY: number
  /** Pixels, of the last event. */
  y: number
  /** Milliseconds, of the last event. */
  at: number
  /** Pixels per millisecond since the event before. */
  speed: number
}

/** Handlers of pointer events with which an element follows the finger downwards, and is closed by a long or a fast pull. A
 * press on a control, or in a scrolled element, starts no pull. */
export function usePullDown(element: RefObject<HTMLElement | null>, onClose: () => void) {
  const pull = useRef<Pull>(undefined)

  function moveTo(distance: number) {
    if (element.current) element.current.style.translate = distance > 0 ? `0 ${distance}px` : ''
  }

  function end({ clientY }: PointerEvent) {
    const { current } = pull
    pull.current = undefined
    if (!current || !element.current) return
    const distance = clientY - current.startY
    const isFar = distance > element.current.offsetHeight * closing.fraction
    if (isFar || (distance > 0 && current.speed > closing.speed)) return onClose()
    moveTo(0)
  }

  return {
    onPointerDown({ target, clientY, timeStamp }: PointerEvent) {
      const isControl = (target as Element).closest('input, button, a') !== null
      const isScrolled = (element.current?.scrollTop ?? 0) > 0
      pull.current =
        isControl || isScrolled
          ? undefined
          : { startY: clientY, y: clientY, at: timeStamp, speed: 0 }
    },
    onPointerMove({ clientY, timeStamp, buttons, pointerId, currentTarget }: PointerEvent) {
      const { current } = pull
      if (!current || buttons === 0) return
      currentTarget.setPointerCapture(pointerId)
      moveTo(clientY - current.startY)
      // Two events of one instant have no speed.
      if (timeStamp === current.at) return
      const speed = (clientY - current.y) / (timeStamp - current.at)
      Object.assign(current, { y: clientY, at: timeStamp, speed })
    },
    onPointerUp: end,
    onPointerCancel() {
      pull.current = undefined
      moveTo(0)
    },
  }
}
