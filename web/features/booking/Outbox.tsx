import { useEffect, useId, useState } from 'react'
import { bookingAddress } from '../../api-client/settings'
import type { OutboxEntry } from '../../offline/database'
import { onOutboxChange, outboxEntries, removeFromOutbox } from '../../offline/outbox'
import { keepFlushing } from '../../offline/outbox-schedule'
import { Button } from '../../ui/Button'
import styles from './Outbox.module.css'

interface OutboxProps {
  /** The one on its way right now. */
  hiddenKey: string | undefined
  onEdit: (entry: OutboxEntry) => void
  /** Told the key before the enquiry goes. */
  onRemove: (key: string) => void
}

/** What waits to be sent, and what the band's server would not take. */
export function Outbox({ hiddenKey, onEdit, onRemove }: OutboxProps) {
  const id = useId()
  const entries = useOutbox().filter(({ key, state }) => key !== hiddenKey && state !== 'sent')
  if (entries.length === 0) return null

  function remove({ key }: OutboxEntry) {
    onRemove(key)
    void removeFromOutbox(key)
  }

  return (
    <section className={styles.outbox} aria-labelledby={id}>
      <h2 id={id}>Waiting to be sent</h2>
      <ul>
        {entries.map((entry) => (
          <Waiting
            key={entry.key}
            entry={entry}
            onRemove={() => remove(entry)}
            onEdit={() => onEdit(entry)}
          />
        ))}
      </ul>
    </section>
  )
}

interface WaitingProps {
  entry: OutboxEntry
  onEdit: () => void
  onRemove: () => void
}

function Waiting({ entry, onEdit, onRemove }: WaitingProps) {
  const id = useId()
  return (
    <li className={styles.entry}>
      <div className={styles.text} id={id}>
        <p>{entry.message}</p>
        {entry.state === 'refused' && (
          <p className={styles.refusal}>Not sent. {entry.problem?.detail}</p>
        )}
      </div>
      {entry.state === 'refused' && (
        <Button variant="quiet" aria-describedby={id} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button variant="quiet" aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function useOutbox(): OutboxEntry[] {
  const [entries, setEntries] = useState<OutboxEntry[]>([])
  useEffect(() => {
    keepFlushing(bookingAddress)
    const read = () =>
      outboxEntries()
        .then(setEntries)
        .catch((error: unknown) => console.debug('The outbox is closed:', error))
    read()
    return onOutboxChange(read)
  }, [])
  return entries
}
