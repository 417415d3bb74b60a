import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** The rest of a list whose first part came with the page, fetched when somebody wants it.
 * @param first what came with the page; when that comes anew, so does the rest
 * @param load reads the whole list */
export function useWholeList<Item>(first: unknown, load: () => Promise<readonly Item[]>) {
  const [items, setItems] = useState<readonly Item[]>()
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const attempts = useRef(0)

  /** Of several at once the last one counts. */
  const fetchAll = useCallback(async () => {
    attempts.current += 1
    const attempt = attempts.current
    const isLast = () => attempt === attempts.current
    setLoading(true)
    setFailed(false)
    try {
      const all = await load()
      if (isLast()) setItems(all)
    } catch (error) {
      console.error('The list could not be read:', error)
      if (isLast()) setFailed(true)
    } finally {
      if (isLast()) setLoading(false)
    }
  }, [load])

  const renew = useEffectEvent(() => {
    if (items) void fetchAll()
  })
  useEffect(() => {
    if (first !== undefined) renew()
  }, [first])

  return { items, isLoading, hasFailed, fetchAll }
}
