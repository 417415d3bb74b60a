import { useEffect, useId } from 'react'
import type { Song } from '../../../api/contract/songs'
import { detailsOf } from '../../../api/shared/enquiry-details'
import { longDate } from '../../../api/shared/show-dates'
import { deviceTime } from '../../browser/device-time'
import { Button } from '../../ui/Button'
import styles from './Outbox.module.css'
import { readSentMessages, removeSentMessage, useSentMessages } from './sent-messages.store'

/** Copies of the messages that were sent from this phone. */
export function SentMessages({ songs }: { songs: readonly Song[] }) {
  const id = useId()
  const { messages = [] } = useSentMessages()
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
            <Button
              variant="quiet"
              aria-describedby={`${id}-${index}`}
              onClick={() => removeSentMessage(sent)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
