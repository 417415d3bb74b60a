import { useEffect, useEffectEvent, useRef } from 'react'
import { isUnsent } from '../../../offline/change-rules'
import { onReachable } from '../../../offline/on-reachable'
import { takeSentChanges, useChanges } from '../changes/changes.store'

/** Reads the page's data again when waiting changes were sent. Until the site has responded with them, the sent changes stay in
 * the queue and are shown over the older data.
 * @param read reads the data again, and resolves to whether the site has responded with all lists
 * @param onAllSent called when the page shows the last of the changes that have waited for the site */
export function useSentChanges(read: () => Promise<boolean>, onAllSent: () => void): void {
  const { entries } = useChanges()
  const sent = entries.filter(({ state, shownAt }) => state === 'sent' && shownAt === undefined)
  const sentKeys = sent.map(({ key }) => key).join(' ')
  /** Whether an attempt has failed since all were sent. Otherwise the forms report what they have sent. */
  const hasWaited = useRef(false)
  const hasFailure = entries.some(({ failure }) => failure !== undefined)
  useEffect(() => {
    hasWaited.current ||= hasFailure
  }, [hasFailure])
  const report = useEffectEvent(onAllSent)
  useEffect(() => {
    if (sentKeys === '') return
    async function take() {
      try {
        if (!(await read())) return
        await takeSentChanges(sentKeys.split(' '))
        if (!hasWaited.current || useChanges.getState().entries.some(isUnsent)) return
        hasWaited.current = false
        report()
      } catch (error) {
        console.debug('The sent changes are not shown yet:', error)
      }
    }
    void take()
    return onReachable(() => void take())
  }, [sentKeys, read])
}
