import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button'
import { SelectField } from '../../../ui/Field'

interface AddSongProps {
  label: string
  /** The songs' names by their ids. The first choice is none, with an empty id. */
  choices: Readonly<Record<string, string>>
  onAdd: (id: string) => void
}

/** Adds a song that is chosen from a list. By keyboard, it is added by a button: in some browsers, every press of an arrow or
 * a letter changes a closed list (WCAG 2.2, 3.2.2 On Input). */
export function AddSong({ label, choices, onAdd }: AddSongProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isByKeyboard = useRef(false)
  const [chosen, setChosen] = useState('')

  function add(id: string) {
    setChosen('')
    onAdd(id)
    // The button disappears.
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
          isByKeyboard.current || value === '' ? setChosen(value) : add(value)
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
