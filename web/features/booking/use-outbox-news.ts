import { useEffect, useState } from 'react'
import { takeSent } from '../../offline/outbox'
import { followOutbox, useOutbox } from '../../offline/outbox.store'
import { sentText } from './texts'

interface OutboxNews {
  text: string
  wasSent: boolean
  /** Whether an enquiry was refused and has to be edited on the booking page. */
  isRefused: boolean
  dismiss: () => void
}

/** Reports enquiries that were sent or refused in the background. */
export function useOutboxNews(): OutboxNews | undefined {
  const entries = useOutbox((outbox) => outbox.entries)
  const watchedKey = useOutbox((outbox) => outbox.watchedKey)
  const [wasSent, setWasSent] = useState(false)
  const [dismissed, setDismissed] = useState<typeof entries>()
  useEffect(followOutbox, [])
  useEffect(() => {
    if (!entries?.some(({ state, key }) => state === 'sent' && key !== watchedKey)) return
    // Removes the sent entries, so that normally only one of several tabs reports them.
    takeSent(watchedKey).then(
      (sent) => sent > 0 && setWasSent(true),
      (error: unknown) => console.debug('The sent entries could not be removed:', error),
    )
  }, [entries, watchedKey])
  const isRefused =
    entries !== dismissed &&
    entries?.some(({ state, key }) => state === 'refused' && key !== watchedKey) === true
  const texts = [wasSent && sentText, isRefused && 'An enquiry of yours could not be sent.'].filter(
    (text) => text !== false,
  )
  if (texts.length === 0) return
  return {
    text: texts.join(' '),
    wasSent,
    isRefused,
    dismiss() {
      setWasSent(false)
      setDismissed(entries)
    },
  }
}
