import type { ComponentProps } from 'react'
import styles from './TextButton.module.css'

/** A button that looks like an underlined text, for example with an icon in front of it. */
export const TextButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button type="button" className={styles.text} {...props} />
)
