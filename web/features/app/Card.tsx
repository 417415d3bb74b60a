import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

interface CardProps {
  title: string
  /** Content below the title. */
  text?: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** A non-modal card at the bottom of the page that offers an action. */
export function Card({ title, text, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} data-no-print>
      <div>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {text}
      </div>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}
