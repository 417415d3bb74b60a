import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Look = 'loud' | 'quiet' | 'danger'

/** The class of what looks like a button: links that lead on wear it too. */
export const buttonClass = (look: Look = 'loud') =>
  look === 'loud' ? styles.button : `${styles.button} ${styles[look]}`

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { look?: Look }

export function Button({ look = 'loud', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look)} {...rest} />
}
