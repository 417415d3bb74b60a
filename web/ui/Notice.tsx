import styles from './Notice.module.css'

export interface Message {
  kind: 'problem' | 'success'
  text: string
}

/** A sentence to the person, said aloud when it appears. The region stays while the sentence comes and
 * goes: screen readers announce changes of a region that they know. */
export function Notice({ message }: { message: Message | undefined }) {
  const isProblem = message?.kind === 'problem'
  return (
    <div role={isProblem ? 'alert' : 'status'} className={styles.region}>
      {message && (
        <p className={isProblem ? `${styles.notice} ${styles.problem}` : styles.notice}>
          {message.text}
        </p>
      )}
    </div>
  )
}
