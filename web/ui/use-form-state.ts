import { type RefObject, useEffect, useState } from 'react'

/** A state that returns to its first value when the form around an element is reset. */
export function useFormState<Value>(element: RefObject<HTMLElement | null>, first: Value) {
  const [value, setValue] = useState(first)
  useEffect(() => {
    const form = element.current?.closest('form')
    const reset = () => setValue(first)
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [element, first])
  return [value, setValue] as const
}
