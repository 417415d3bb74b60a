import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Variant = 'primary' | 'quiet' | 'danger'

/** The class of a button, also for links that look like one. */
export const buttonClass = (variant: Variant = 'primary') =>
  variant === 'primary' ? styles.button : `${styles.button} ${styles[variant]}`

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { variant?: Variant }

/** The class of a link that looks like a `TextButton`. */
export const textButtonClass = styles.text

/** A button that looks like underlined text, with or without an icon. */
export const TextButton = (props: Omit<ButtonProps, 'variant' | 'type'>) => (
  <button type="button" className={textButtonClass} {...props} />
)

export function Button({ variant = 'primary', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant)} {...rest} />
}

/** A button with an outline only. */
export const QuietButton = (props: Omit<ButtonProps, 'variant'>) => (
  <Button variant="quiet" {...props} />
)
