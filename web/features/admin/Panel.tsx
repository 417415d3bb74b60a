import type { ComponentProps, ReactNode } from 'react'
import styles from './Panel.module.css'

interface PanelProps extends Omit<ComponentProps<'div'>, 'className' | 'title'> {
  title: string
}

/** A page of the back office, or what a tab of it opens. */
export const Panel = ({ title, children, ...rest }: PanelProps) => (
  <div className={styles.panel} {...rest}>
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </div>
)

interface SectionProps {
  /** Of the heading. */
  id: string
  title: string
  children: ReactNode
}

/** A part of a panel under a heading of its own. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** A form whose fields stand side by side where there is room. */
export const RecordForm = (props: Omit<ComponentProps<'form'>, 'className'>) => (
  <form className={styles.form} {...props} />
)

/** A part of a form that takes a whole row. */
export const WholeRow = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.wide} {...props} />
)

/** Buttons in a row. */
export const Actions = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.actions} {...props} />
)

/** A line that adds to what stands above it. */
export const SideNote = (props: Omit<ComponentProps<'p'>, 'className'>) => (
  <p className={styles.current} {...props} />
)

/** What stands in the place of an empty list. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className={styles.none}>{children}</p>
)
