import { useEffect, useState } from 'react'
import type { OutboxEntry } from '../../offline/database'
import { takeSent } from '../../offline/outbox'
import { followOutbox, useOutbox } from '../../offline/outbox.store'
import { keepSentMessage } from './sent-messages.store'
import { sentText } from './texts'

interface OutboxNews {
  text: string
  wasSent: boolean
  /** What the band calls the sent enquiries. */
  references: readonly string[]
  /** Whether an enquiry was refused and has to be edited on the booking page. */
  isRefused: boolean
  dismiss: () => void
}

/** Reports enquiries that were sent or refused in the background. */
export function useOutboxNews(): OutboxNews | undefined {
  const entries = useOutbox((outbox) => outbox.entries)
  const watchedKey = useOutbox((outbox) => outbox.watchedKey)
  const [sent, setSent] = useState<readonly OutboxEntry[]>([])
  const [dismissed, setDismissed] = useState<typeof entries>()
  useEffect(followOutbox, [])
  useEffect(() => {
    if (!entries?.some(({ state, key }) => state === 'sent' && key !== watchedKey)) return
    // Removes the sent entries, so that normally only one of several tabs reports them.
    takeSent(watchedKey).then(
      (taken) => {
        for (const entry of taken) keepSentMessage(entry)
        if (taken.length > 0) setSent((before) => [...before, ...taken])
      },
      (error: unknown) => console.debug('The sent entries could not be removed:', error),
    )
  }, [entries, watchedKey])
  const isRefused =
    entries !== dismissed &&
    entries?.some(({ state, key }) => state === 'refused' && key !== watchedKey) === true
  const wasSent = sent.length > 0
  useEffect(() => {
    if (!wasSent) return
    // The card would cover the fields. The booking page lists the sent messages.
    function hideFromForm({ target }: Event) {
      if (target instanceof Element && target.closest('form[action^="/BookUs"]')) setSent([])
    }
    addEventListener('input', hideFromForm)
    return () => removeEventListener('input', hideFromForm)
  }, [wasSent])
  const texts = [wasSent && sentText, isRefused && 'An enquiry of yours could not be sent.'].filter(
    (text) => text !== false,
  )
  if (texts.length === 0) return
  return {
    text: texts.join(' '),
    wasSent,
    references: sent.flatMap(({ reference }) => reference ?? []),
    isRefused,
    dismiss() {
      setSent([])
      setDismissed(entries)
    },
  }
}
