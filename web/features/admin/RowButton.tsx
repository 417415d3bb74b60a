import type { ComponentProps } from 'react'
import styles from './RowButton.module.css'

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  isDangerous?: boolean
}

/** A small button in a row of a list. */
export const RowButton = ({ isDangerous = false, ...rest }: RowButtonProps) => (
  <button
    type="button"
    className={isDangerous ? `${styles.small} ${styles.remove}` : styles.small}
    {...rest}
  />
)
