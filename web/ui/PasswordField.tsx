import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useRef } from 'react'
import { TextField } from './Field'
import styles from './PasswordField.module.css'
import { useFormState } from './use-form-state'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'beside'>

/** A password, with a button that shows what is typed. With a `minLength` it is a new one; otherwise it is the one that the person
 * has, unless `autoComplete` says something else. */
export function PasswordField({ minLength, ...rest }: PasswordFieldProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  // After a reset, the next password is not shown.
  const [isShown, setShown] = useFormState(toggle, false)
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
