import { useEffect, useState } from 'react'
import { takeSent } from '../../offline/outbox'
import { followOutbox, useOutbox } from '../../offline/outbox.store'
import { sentText } from './texts'

interface OutboxNews {
  text: string
  /** Whether there is something to do about it, on the booking page. */
  isRefused: boolean
  dismiss: () => void
}

/** What became of enquiries that were sent, or refused, while nobody looked. */
export function useOutboxNews(): OutboxNews | undefined {
  const entries = useOutbox((outbox) => outbox.entries)
  const [wasSent, setWasSent] = useState(false)
  const [dismissed, setDismissed] = useState<typeof entries>()
  useEffect(followOutbox, [])
  useEffect(() => {
    if (!entries?.some(({ state }) => state === 'sent')) return
    // Of several tabs, one takes the news.
    takeSent().then(
      (sent) => sent > 0 && setWasSent(true),
      (error: unknown) => console.debug('The outbox is closed:', error),
    )
  }, [entries])
  const isRefused =
    entries !== dismissed && entries?.some(({ state }) => state === 'refused') === true
  const texts = [wasSent && sentText, isRefused && 'An enquiry of yours could not be sent.'].filter(
    (text) => text !== false,
  )
  if (texts.length === 0) return
  return {
    text: texts.join(' '),
    isRefused,
    dismiss() {
      setWasSent(false)
      setDismissed(entries)
    },
  }
}
