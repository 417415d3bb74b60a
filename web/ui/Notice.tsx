import type { ReactNode } from 'react'
import styles from './Notice.module.css'

export interface Message {
  kind: 'problem' | 'status'
  text: string
  /** A second paragraph with the next step. */
  detail?: string
}

interface NoticeProps {
  message: Message | undefined
  /** A button, if the person can do something about it. */
  children?: ReactNode
}

/** A live region with a message that screen readers announce. The region is always rendered, also without a message:
 * screen readers announce only changes of an existing region. */
export function Notice({ message, children }: NoticeProps) {
  const isProblem = message?.kind === 'problem'
  return (
    <div role={isProblem ? 'alert' : 'status'} className={styles.region}>
      {message && (
        <div className={isProblem ? `${styles.notice} ${styles.problem}` : styles.notice}>
          <p>{message.text}</p>
          {message.detail && <p>{message.detail}</p>}
          {children}
        </div>
      )}
    </div>
  )
}
