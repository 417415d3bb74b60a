import { useEffect } from 'react'
import { onReachable } from '../../../offline/on-reachable'
import { takeSentChanges, useChanges } from '../changes/changes.store'

/** Reads the page's data again when waiting changes were sent. Until the site has responded with them, the sent changes stay in
 * the queue and are shown over the older data.
 * @param read reads the data again, and resolves to whether the site has responded with all lists */
export function useSentChanges(read: () => Promise<boolean>): void {
  const { entries } = useChanges()
  const sentKeys = entries
    .filter(({ state, isShown }) => state === 'sent' && !isShown)
    .map(({ key }) => key)
    .join(' ')
  useEffect(() => {
    if (sentKeys === '') return
    async function take() {
      try {
        if (await read()) await takeSentChanges(sentKeys.split(' '))
      } catch (error) {
        console.debug('The sent changes are not shown yet:', error)
      }
    }
    void take()
    return onReachable(() => void take())
  }, [sentKeys, read])
}
