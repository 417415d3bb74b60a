import { useEffect, useState } from 'react'
import { Card } from '../../features/app/Card'
import { keepSentMessage } from '../../features/booking/sent-messages.store'
import { referenceText, sentText } from '../../features/booking/texts'
import type { OutboxEntry } from '../../offline/database'
import { takeSent } from '../../offline/outbox'
import { followOutbox, useOutbox } from '../../offline/outbox.store'
import { QuietButton } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'

/** Reports enquiries that were sent or refused in the background. */
export default function OutboxNews() {
  const { entries, watchedKey } = useOutbox()
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
    entries?.some(({ state, key }) => state === 'refused' && key !== watchedKey)
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
  if (!wasSent && !isRefused) return null
  const titles = [wasSent && sentText, isRefused && 'An enquiry of yours could not be sent.']
  const references = referenceText(sent.flatMap(({ reference }) => reference ?? []))
  function dismiss() {
    setSent([])
    setDismissed(entries)
  }
  return (
    <Card
      title={titles.filter(Boolean).join(' ')}
      text={wasSent && <p>{['Your message was sent.', references].filter(Boolean).join(' ')}</p>}
    >
      {isRefused && <ButtonLink to="/BookUs">See the message</ButtonLink>}
      <QuietButton onClick={dismiss}>Close</QuietButton>
    </Card>
  )
}
