import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'

interface ChooseAtOnceProps {
  label: string
  /** The names of the choices by their ids. The first has an empty id and means none. */
  choices: Readonly<Record<string, string>>
  /** What happens with a choice, for the button that confirms it. */
  verb: 'Add' | 'Copy'
  onChoose: (id: string) => void
}

/** A list that acts as soon as something is chosen by pointer. By keyboard, a button confirms the choice, because in some
 * browsers each press of an arrow or a letter changes a closed list (WCAG 2.2, 3.2.2 On Input). */
export function ChooseAtOnce({ label, choices, verb, onChoose }: ChooseAtOnceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isByKeyboard = useRef(false)
  const [selected, setSelected] = useState('')
  // The chosen song may have been added to another set meanwhile.
  const chosen = selected in choices ? selected : ''

  function choose(id: string) {
    setSelected('')
    onChoose(id)
    // The button that had the focus is removed.
    select.current?.focus()
  }

  return (
    <>
      <SelectField
        ref={select}
        label={label}
        value={chosen}
        choices={choices}
        onKeyDown={() => {
          isByKeyboard.current = true
        }}
        onPointerDown={() => {
          isByKeyboard.current = false
        }}
        onChange={({ currentTarget: { value } }) =>
          isByKeyboard.current || value === '' ? setSelected(value) : choose(value)
        }
      />
      {chosen !== '' && (
        <Button variant="quiet" onClick={() => choose(chosen)}>
          {verb} {choices[chosen]}
        </Button>
      )}
    </>
  )
}
