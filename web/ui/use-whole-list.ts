import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Fetches a whole list on demand, for pages whose data contain only its first items.
 * @param first the items in the page's data; when they change, a list that was fetched is fetched again
 * @param load fetches the whole list, and logs the error if it can't */
export function useWholeList<Item>(first: unknown, load: () => Promise<readonly Item[]>) {
  const [items, setItems] = useState<readonly Item[]>()
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const attempts = useRef(0)

  /** Fetches the list. Of several concurrent calls, only the last one sets the state. */
  const fetchAll = useCallback(async () => {
    attempts.current += 1
    const attempt = attempts.current
    const isLast = () => attempt === attempts.current
    setLoading(true)
    setFailed(false)
    try {
      const all = await load()
      if (isLast()) setItems(all)
    } catch {
      if (isLast()) setFailed(true)
    } finally {
      if (isLast()) setLoading(false)
    }
  }, [load])

  const refetch = useEffectEvent(() => {
    if (items) void fetchAll()
  })
  useEffect(() => {
    if (first !== undefined) refetch()
  }, [first])

  return { items, isLoading, hasFailed, fetchAll }
}
