import { useEffect, useEffectEvent, useRef } from 'react'

/** Reports text that was typed before hydration, which is in the field, but not in the state.
 * @param onInput called once with that text
 * @returns the ref of the field */
export function useEarlyInput(onInput: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const report = useEffectEvent(() => {
    if (field.current?.value) onInput(field.current.value)
  })
  useEffect(() => report(), [])
  return field
}
