import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** The rest of a list whose first part came with the page, fetched when somebody wants it.
 * @param first what came with the page; when that comes anew, so does the rest
 * @param load reads the whole list */
export function useWholeList<Item>(first: unknown, load: () => Promise<readonly Item[]>) {
  const [items, setItems] = useState<readonly Item[]>()
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const fetchAll = useCallback(async () => {
    setLoading(true)
    setFailed(false)
    try {
      setItems(await load())
    } catch (error) {
      console.error('The list could not be read:', error)
      setFailed(true)
    } finally {
      setLoading(false)
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
