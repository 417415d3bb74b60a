import styles from './Notice.module.css'

export interface Message {
  kind: 'problem' | 'success'
  text: string
}

/** A live region with a message that screen readers announce. The region is always rendered, also without a message:
 * screen readers announce only changes of an existing region. */
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
