import type { ComponentProps } from 'react'
import { TextField } from './Field'
import styles from './SearchField.module.css'

interface SearchFieldProps extends ComponentProps<typeof TextField> {
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
