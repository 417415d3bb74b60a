import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, QuietButton } from '../../../ui/Button'
import styles from './Action.module.css'

/** An action in the list of a dialog. */
export const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <li>
    <QuietButton onClick={onClick}>{children}</QuietButton>
  </li>
)

/** An action in the list of a dialog that opens a page. */
export const ActionLink = createLink((props: Omit<ComponentProps<'a'>, 'className'>) => (
  <li>
    <a {...props} className={buttonClass('quiet')} />
  </li>
))

/** A list of actions under a heading. */
export const ActionGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.group} aria-label={title}>
    <h3>{title}</h3>
    <ul className={styles.actions}>{children}</ul>
  </section>
)
