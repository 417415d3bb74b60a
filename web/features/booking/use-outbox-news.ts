import { useEffect, useState } from 'react'
import { takeSent } from '../../offline/outbox'
import { followOutbox, useOutbox } from '../../offline/outbox.store'
import { sentText } from './texts'

interface OutboxNews {
  text: string
  /** Whether an enquiry was refused and has to be edited on the booking page. */
  isRefused: boolean
  dismiss: () => void
}

/** Reports enquiries that were sent or refused in the background. */
export function useOutboxNews(): OutboxNews | undefined {
  const entries = useOutbox((outbox) => outbox.entries)
  const [wasSent, setWasSent] = useState(false)
  const [dismissed, setDismissed] = useState<typeof entries>()
  useEffect(followOutbox, [])
  useEffect(() => {
    if (!entries?.some(({ state }) => state === 'sent')) return
    // Removes the sent entries, so that normally only one of several tabs reports them.
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
