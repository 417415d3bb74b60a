import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'

interface AddSongProps {
  label: string
  /** The songs' names by their ids. The first has an empty id and means no song. */
  choices: Readonly<Record<string, string>>
  onAdd: (id: string) => void
}

/** A list that adds a song as soon as it is chosen by pointer. By keyboard, a button confirms the choice, because in some
 * browsers each press of an arrow or a letter changes a closed list (WCAG 2.2, 3.2.2 On Input). */
export function AddSong({ label, choices, onAdd }: AddSongProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isByKeyboard = useRef(false)
  const [selected, setSelected] = useState('')
  // The song may have been added to another set meanwhile.
  const chosen = selected in choices ? selected : ''

  function add(id: string) {
    setSelected('')
    onAdd(id)
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
          isByKeyboard.current || value === '' ? setSelected(value) : add(value)
        }
      />
      {chosen !== '' && (
        <Button variant="quiet" onClick={() => add(chosen)}>
          Add {choices[chosen]}
        </Button>
      )}
    </>
  )
}
