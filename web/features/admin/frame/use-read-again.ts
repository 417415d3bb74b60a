import { useEffect, useEffectEvent, useRef } from 'react'
import { isUnsent } from '../../../offline/change-rules'
import { useConnection } from '../../../offline/connection'
import { onReachable } from '../../../offline/on-reachable'
import { useShownSaved } from '../../../offline/private-responses'
import { takeSentChanges, useChanges } from '../changes/changes.store'

/** Milliseconds after which the page's data are read again if the site has not responded with all of them: at first, and at most.
 * The time doubles with each attempt. */
const [firstRetry, longestRetry] = [5_000, 60_000]

/** Reads the page's data again when waiting changes were sent, and while saved responses are shown. Until the site has responded,
 * the sent changes stay in the queue and are shown over the older data. A request may fail just when the site can be reached again,
 * because the phone changes from one network to another, so a failed attempt is repeated.
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
    let isStopped = false
    const isNeeded = () => !isStopped && (hasSent || useShownSaved.getState().receivedAt.size > 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    let delay = firstRetry
    function retryLater() {
      clearTimeout(timer)
      timer = isNeeded() ? setTimeout(retry, delay) : undefined
    }
    async function retry() {
      delay = Math.min(2 * delay, longestRetry)
      if (await useConnection.getState().probe()) await readNow()
      else retryLater()
    }
    async function readNow() {
      try {
        if ((await read()) && hasSent) await takeSent()
      } catch (error) {
        console.debug('The sent changes are not shown yet:', error)
      }
      retryLater()
    }
    async function takeSent() {
      await takeSentChanges(sentKeys.split(' '))
      if (!hasWaited.current || useChanges.getState().entries.some(isUnsent)) return
      hasWaited.current = false
      report()
    }
    if (hasSent) void readNow()
    else retryLater()
    const stopReachable = onReachable(() => void (isNeeded() && readNow()))
    const stopShown = useShownSaved.subscribe(() => void (timer ?? retryLater()))
    return () => {
      isStopped = true
      clearTimeout(timer)
      stopReachable()
      stopShown()
    }
  }, [sentKeys, read])
}
