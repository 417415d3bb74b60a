import styles from './Choices.module.css'
import { VisuallyHidden } from './VisuallyHidden'

interface ChoicesProps<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string
  name: string
  /** Undefined while none is chosen. */
  value: Value | undefined
  /** The values with their labels. */
  choices: readonly (readonly [value: Value, label: string])[]
  onChoose: (value: Value) => void
}

/** Radio buttons in a row, each of which is its label. */
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
