import { useEffect, useEffectEvent, useRef } from 'react'
import { isUnsent } from '../../../offline/change-rules'
import { useShownSaved } from '../../../offline/private-responses'
import { keepReloading, scheduleReload } from '../../../offline/reconnect'
import { takeSentChanges, useChanges } from '../changes/changes.store'

/** Reads the page's data again when waiting changes were sent, and while the page shows saved responses. Repeats this until the site
 * has responded with all lists. Until then the queue keeps the sent changes, and the page shows them over the older data.
 * @param read reads the data again, and resolves to whether the site has responded with all lists
 * @param onAllSent called when the page shows the last of the changes that have waited for the site */
export function useReadAgain(read: () => Promise<boolean>, onAllSent: () => void): void {
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
    const hasSent = sentKeys !== ''
    let isOver = false
    async function reload() {
      try {
        if (!(await read()) || !hasSent || isOver) return
        await takeSentChanges(sentKeys.split(' '))
        if (!hasWaited.current || useChanges.getState().entries.some(isUnsent)) return
        hasWaited.current = false
        report()
      } catch (error) {
        console.debug('The data could not be read again:', error)
      }
    }
    if (hasSent) void reload()
    const isStale = () => hasSent || useShownSaved.getState().receivedAt.size > 0
    const stops = [keepReloading({ isStale, reload }), useShownSaved.subscribe(scheduleReload)]
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [sentKeys, read])
}
