import { useEffect, useEffectEvent } from 'react'
import { isUnsent } from '../../../offline/change-rules'
import { onReachable } from '../../../offline/on-reachable'
import { takeSentChanges, useChanges } from '../changes/changes.store'

/** Reads the page's data again when waiting changes were sent. Until the site has responded with them, the sent changes stay in
 * the queue and are shown over the older data.
 * @param read reads the data again, and resolves to whether the site has responded with all lists
 * @param onAllSent called when the page shows the last of the changes that have waited */
export function useSentChanges(read: () => Promise<boolean>, onAllSent: () => void): void {
  const { entries } = useChanges()
  const sent = entries.filter(({ state, isShown }) => state === 'sent' && !isShown)
  const sentKeys = sent.map(({ key }) => key).join(' ')
  // Whoever has sent a change without a failure is told so by its form.
  const hasWaited = sent.some(({ failure }) => failure !== undefined)
  const report = useEffectEvent(onAllSent)
  useEffect(() => {
    if (sentKeys === '') return
    async function take() {
      try {
        if (!(await read())) return
        await takeSentChanges(sentKeys.split(' '))
        if (hasWaited && !useChanges.getState().entries.some(isUnsent)) report()
      } catch (error) {
        console.debug('The sent changes are not shown yet:', error)
      }
    }
    void take()
    return onReachable(() => void take())
  }, [sentKeys, hasWaited, read])
}
