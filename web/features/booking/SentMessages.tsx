import { useEffect, useId, useState } from 'react'
import type { Song } from '../../../api/contract/songs'
import { detailsOf } from '../../../api/shared/enquiry-details'
import { longDate } from '../../../api/shared/show-dates'
import { useBand } from '../../band/use-band'
import { deviceTime } from '../../browser/device-time'
import { focusHeading } from '../../browser/focus-heading'
import { QuietButton } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import styles from './Outbox.module.css'
import {
  readSentMessages,
  removeSentMessage,
  type SentMessage,
  useSentMessages,
} from './sent-messages.store'

/** @param email of the band; undefined if it publishes none */
const howToWithdraw = ({ reference }: SentMessage, email: string | undefined) =>
  [
    email ? `write to ${email}` : 'send another message',
    reference && `and name the reference ${reference}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Copies of the messages that were sent from this phone. */
export function SentMessages({ songs }: { songs: readonly Song[] }) {
  const id = useId()
  const { messages } = useSentMessages()
  const [toRemove, setToRemove] = useState<SentMessage>()
  const { booking } = useBand()
  useEffect(() => void readSentMessages(), [])
  if (messages.length === 0) return null
  const titleOf = (songId: string) => songs.find(({ _id }) => _id === songId)?.title
  return (
    <section className={styles.outbox} aria-labelledby={id}>
      <h2 id={id}>What you sent</h2>
      <ul>
        {messages.map((sent, index) => (
          <li key={sent.sentAt} className={styles.entry}>
            <details className={styles.text} id={`${id}-${index}`}>
              <summary>
                {[longDate(deviceTime(new Date(sent.sentAt)).slice(0, 10)), sent.reference]
                  .filter(Boolean)
                  .join(' · ')}
              </summary>
              <p className={styles.message}>{sent.message}</p>
              <p>{detailsOf({ ...sent, songIds: [] })}</p>
              <p>{(sent.songIds ?? []).flatMap((songId) => titleOf(songId) ?? []).join(', ')}</p>
              <p>
                {sent.name}, {[sent.email, sent.phone].filter(Boolean).join(', ')}
              </p>
            </details>
            <QuietButton aria-describedby={`${id}-${index}`} onClick={() => setToRemove(sent)}>
              Remove
            </QuietButton>
          </li>
        ))}
      </ul>
      {toRemove && (
        <ConfirmDialog
          title="Remove this copy?"
          text={`The band keeps your message. To withdraw it, ${howToWithdraw(toRemove, booking?.email)}.`}
          confirm="Remove"
          onClose={() => setToRemove(undefined)}
          onConfirm={() => {
            removeSentMessage(toRemove)
            focusHeading()
          }}
        />
      )}
    </section>
  )
}
