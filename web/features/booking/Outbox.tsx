import { useEffect, useId, useState } from 'react'
import { focusHeading } from '../../browser/focus-heading'
import type { OutboxEntry } from '../../offline/database'
import { keepSending } from '../../offline/keep-sending'
import { outbox } from '../../offline/outbox'
import { useOutbox } from '../../offline/outbox.store'
import { QuietButton } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import styles from './Outbox.module.css'

interface OutboxProps {
  /** The key of the message that is being sent. */
  hiddenKey: string | undefined
  onEdit: (entry: OutboxEntry) => void
  /** Called with the key before the entry is removed. */
  onRemove: (key: string) => void
}

/** The outbox entries that are waiting to be sent or were refused by the server. */
export function Outbox({ hiddenKey, onEdit, onRemove }: OutboxProps) {
  const id = useId()
  const all = useOutbox(({ entries }) => entries)
  const entries = all?.filter(({ key, state }) => key !== hiddenKey && state !== 'sent') ?? []
  const [keyToRemove, setKeyToRemove] = useState<string>()
  useEffect(keepSending, [])
  if (entries.length === 0) return null
  // Undefined once it was sent, too.
  const toRemove = entries.find(({ key }) => key === keyToRemove)

  async function remove({ key }: OutboxEntry) {
    onRemove(key)
    await outbox.remove(key)
    focusHeading()
  }

  return (
    <section className={styles.outbox} aria-labelledby={id}>
      <h2 id={id}>Waiting to be sent</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key} className={styles.entry}>
            <div className={styles.text} id={entry.key}>
              <p>{entry.message}</p>
              {entry.state === 'refused' && (
                <p className={styles.refusal}>Not sent. {entry.problem?.detail}</p>
              )}
            </div>
            {entry.state === 'refused' && (
              <QuietButton aria-describedby={entry.key} onClick={() => onEdit(entry)}>
                Edit
              </QuietButton>
            )}
            <QuietButton aria-describedby={entry.key} onClick={() => setKeyToRemove(entry.key)}>
              Remove
            </QuietButton>
          </li>
        ))}
      </ul>
      {toRemove && (
        <ConfirmDialog
          title="Remove this message?"
          text={`It was not sent, and can’t be brought back: “${toRemove.message}”`}
          confirm="Remove"
          onClose={() => setKeyToRemove(undefined)}
          onConfirm={() => void remove(toRemove)}
        />
      )}
    </section>
  )
}
