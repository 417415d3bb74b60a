import {
  type ComponentProps,
  createContext,
  type InvalidEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useId,
  useRef,
  useState,
} from 'react'
import { lengthProblem } from '../../api/shared/limits'
import { longDate } from '../../api/shared/show-dates'
import { focusField } from '../browser/focus-field'
import styles from './Field.module.css'
import { useFormState } from './use-form-state'
import { VisuallyHidden } from './VisuallyHidden'

/** The messages of the site about the fields of a form, one sentence each, by the names of their controls. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

/** The message of the site about a control, until its value is changed.
 * @returns the message, and a function that hides it */
function useSiteError(name = '') {
  const errors = use(FieldErrors)
  /** The messages about the values before the change. */
  const [outdated, setOutdated] = useState<typeof errors>()
  return [errors === outdated ? undefined : errors[name], () => setOutdated(errors)] as const
}

interface FieldProps {
  label: string
  /** The name of the control, by which `FieldErrors` has its message. */
  name: string | undefined
  /** One sentence about the error in the value, in place of the one that the form has for the control. */
  error?: string | undefined
  /** A question or remark about the value, which is no error; screen readers announce it. */
  hint?: string | undefined
  /** What to enter. */
  help?: string | undefined
  /** The maximum length in code points of a text that may be typed or pasted longer, so that nothing of it is cut off. */
  maxLength?: number | undefined
  /** An element beside the control, for example a toggle button. */
  beside?: ReactNode
  children: (control: {
    id: string
    className: string
    'aria-invalid'?: true
    'aria-describedby'?: string
    onInvalid: (event: InvalidEvent<Control>) => void
    onKeyUp: (event: KeyboardEvent<Control>) => void
  }) => ReactNode
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The message for an invalid control; the server's wording for errors that the server reports, too. The `title` of a control
 * with a pattern is its message. */
function messageOf(control: Control): string {
  const { validity, validationMessage, type, title } = control
  if (type === 'date' && validity.badInput) return 'This must be a whole date.'
  if (validity.valueMissing) return 'This field is required.'
  if (validity.tooShort && 'minLength' in control)
    return `This must have at least ${control.minLength} characters.`
  if (type === 'date' && validity.rangeUnderflow)
    return `This must be ${longDate((control as HTMLInputElement).min)} or later.`
  const { badInput, rangeUnderflow, rangeOverflow, stepMismatch } = validity
  if (type === 'number' && (badInput || rangeUnderflow || rangeOverflow || stepMismatch))
    return numberProblem(control as HTMLInputElement)
  if (validity.typeMismatch && type === 'email') return 'This must be a valid email address.'
  return validity.patternMismatch && title ? title : validationMessage
}

const numberProblem = ({ min, max, step }: HTMLInputElement) =>
  `This must be a ${step === '' ? 'whole ' : ''}number${min && max && ` from ${min} to ${max}`}.`

/** A label, its control and its error message, associated by `htmlFor` and `aria-describedby`. The browser's own messages
 * are shown as error messages instead of bubbles, which vanish after some seconds. */
function Field(props: FieldProps) {
  const { label, name, error: ownError, hint, help, maxLength = Infinity, beside, children } = props
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const [browserError, setBrowserError] = useFormState<string | undefined>(own, undefined)
  const [siteError, hideSiteError] = useSiteError(name)
  const error = browserError ?? ownError ?? siteError

  function onInvalid(event: InvalidEvent<Control>) {
    event.preventDefault()
    const control = event.currentTarget
    setBrowserError(messageOf(control))
    // Without its bubble, the browser does not focus the first field.
    if (control.form?.querySelector(':is(input, textarea, select):invalid') !== control) return
    focusField(control)
  }

  const checkLength = ({ value }: Control) => setBrowserError(lengthProblem(value, maxLength))

  const described = [error && `${id}-error`, hint && `${id}-hint`, help && `${id}-help`]
    .filter(Boolean)
    .join(' ')
  const control = children({
    id,
    className: styles.control ?? '',
    onInvalid,
    // An incomplete date has no value, like an empty one, so no change is reported between the two.
    onKeyUp({ currentTarget }) {
      if (currentTarget.validity.valid) checkLength(currentTarget)
    },
    ...(error ? { 'aria-invalid': true } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  })
  return (
    <div
      ref={own}
      className={styles.field}
      // Not `onInput`: a select fires `input` before `change`, and a render between the two would reset it to its old choice.
      onChange={({ target }) => {
        checkLength(target as EventTarget as Control)
        hideSiteError()
      }}
    >
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {beside ? (
        <div className={styles.beside}>
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {hint !== undefined && (
        <p
          className={`${styles.hint} ${hint.endsWith('?') ? styles.question : ''}`}
          id={`${id}-hint`}
          aria-live="polite"
        >
          {hint}
        </p>
      )}
    </div>
  )
}

type Common = Pick<FieldProps, 'label' | 'error' | 'hint' | 'help' | 'beside'>

type TextFieldProps = Common &
  ComponentProps<'input'> & {
    /** Texts to choose from while typing. */
    suggestions?: readonly string[] | undefined
  }

export function TextField(props: TextFieldProps) {
  const { label, error, hint, help, beside, suggestions, ...rest } = props
  const id = useId()
  return (
    <Field label={label} name={rest.name} error={error} hint={hint} help={help} beside={beside}>
      {(control) => (
        <>
          <input {...control} {...rest} list={suggestions && id} />
          {suggestions && (
            <datalist id={id}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface SearchFieldProps extends TextFieldProps {
  /** The result, for example '3 found'; empty without a search. */
  result: string
}

/** The field that searches a list, and how much it finds. */
export const SearchField = ({ result, ...field }: SearchFieldProps) => (
  <div className={styles.search}>
    <TextField type="search" {...field} />
    <p role="status">{result}</p>
  </div>
)

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  /** Labels by value. */
  choices: Readonly<Record<string, string>>
}

export function SelectField({ label, choices, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} name={rest.name}>
      {(control) => (
        <select {...control} {...rest}>
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A checkbox in front of its label. */
export function Checkbox({
  label,
  ...rest
}: Pick<Common, 'label'> & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId()
  const [error, hideError] = useSiteError(rest.name)
  return (
    <div className={styles.field} onChange={hideError}>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
          {...rest}
        />
        {label}
      </label>
      {error && (
        <p className={styles.error} id={id}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A text area. A text that is too long stays whole, with an error message. The site refuses it when the form is submitted. */
export function TextArea(props: Common & ComponentProps<'textarea'>) {
  const { label, error, help, maxLength, ...rest } = props
  return (
    <Field label={label} name={rest.name} error={error} help={help} maxLength={maxLength}>
      {(control) => <textarea {...control} {...rest} />}
    </Field>
  )
}

interface ChoicesProps<Value extends string> {
  /** The name of the group, for screen readers. */
  legend: string
  name: string
  /** Undefined while none is chosen. */
  value: Value | undefined
  /** The values with their labels. */
  choices: readonly (readonly [value: Value, label: string])[]
  onChoose: (value: Value) => void
}

/** A group of radio buttons that look like pills. */
export const Choices = <Value extends string>(props: ChoicesProps<Value>) => (
  <fieldset className={styles.choices} data-no-print>
    <legend>
      <VisuallyHidden>{props.legend}</VisuallyHidden>
    </legend>
    {props.choices.map(([value, label]) => (
      <label key={value} className={styles.choice}>
        <input
          type="radio"
          name={props.name}
          checked={value === props.value}
          onChange={() => props.onChoose(value)}
        />
        {label}
      </label>
    ))}
  </fieldset>
)
