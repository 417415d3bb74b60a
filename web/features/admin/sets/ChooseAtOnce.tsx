import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasWords } from '../../../../api/shared/has-words'
import { Button } from '../../../ui/Button'
import { SelectField, TextField } from '../../../ui/Field'
import { Actions } from '../panel/Panel'
import styles from './ChooseAtOnce.module.css'

interface ChooseAtOnceProps {
  label: string
  /** The names of the choices by their ids. The first has an empty id and means none. */
  choices: Readonly<Record<string, string>>
  /** What is chosen, for the label of the search field. */
  noun: string
  /** What happens with a choice, for the button that confirms it. */
  verb: 'Add' | 'Copy'
  onChoose: (id: string) => void
}

/** Longer lists have a search field. */
const maxWithoutSearch = 20
/** How many of the choices that are found have a button. */
const maxButtons = 6

/** A list that acts as soon as something is chosen by pointer. By keyboard, a button confirms the choice, because in some
 * browsers each press of an arrow or a letter changes a closed list (WCAG 2.2, 3.2.2 On Input). While a long list is searched,
 * buttons of the choices found take its place; Enter presses the first one. */
export function ChooseAtOnce({ label, choices, noun, verb, onChoose }: ChooseAtOnceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const isByKeyboard = useRef(false)
  const [selected, setSelected] = useState('')
  const [search, setSearch] = useState('')
  // The chosen song may have been added to another set meanwhile.
  const chosen = selected in choices ? selected : ''
  const names = Object.entries(choices).filter(([id]) => id !== '')
  const hasSearch = names.length > maxWithoutSearch
  const isSearching = hasSearch && search.trim() !== ''
  const found = isSearching ? names.filter(([, name]) => hasWords(name, search.trim())) : []

  function choose(id: string) {
    flushSync(() => {
      setSelected('')
      setSearch('')
      onChoose(id)
    })
    // The button that had the focus is removed, and the search field where the list has become short.
    const next = isSearching ? (searchField.current ?? select.current) : select.current
    next?.focus()
  }

  function chooseFirst({ key, nativeEvent }: KeyboardEvent) {
    const [first] = found
    if (key === 'Enter' && first && !nativeEvent.isComposing) choose(first[0])
  }

  return (
    <div className={styles.choose} data-no-print>
      {hasSearch && (
        <>
          <TextField
            ref={searchField}
            label={`Find one of ${names.length} ${noun}s`}
            type="search"
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
            onKeyDown={chooseFirst}
          />
          <p role="status">
            {isSearching && `${found.length} found`}
            {found.length > maxButtons && `, the first ${maxButtons} are shown`}
          </p>
        </>
      )}
      {isSearching ? (
        <Actions>
          {found.slice(0, maxButtons).map(([id, name]) => (
            <Button key={id} variant="quiet" onClick={() => choose(id)}>
              {verb} {name}
            </Button>
          ))}
        </Actions>
      ) : (
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
      )}
    </div>
  )
}
