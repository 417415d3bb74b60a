import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TextField } from './Field'
import styles from './PasswordField.module.css'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'beside'>

/** A password, with a button that shows what is typed. With a `minLength` it is a new one; otherwise it is the one that the person
 * has, unless `autoComplete` says something else. */
export function PasswordField({ minLength, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = toggle.current?.form
    // The next password is not shown.
    const hide = () => setShown(false)
    form?.addEventListener('reset', hide)
    return () => form?.removeEventListener('reset', hide)
  }, [])
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      type={isShown ? 'text' : 'password'}
      autoComplete={minLength === undefined ? 'current-password' : 'new-password'}
      autoCapitalize="none"
      spellCheck={false}
      minLength={minLength}
      required
      {...rest}
      beside={
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  )
}
