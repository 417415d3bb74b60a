import { limits } from '../../../api/contract/limits'
import { TextField } from '../../ui/Field'

interface WordFieldProps {
  label: string
  value: string
  error: string | undefined
  onType: (value: string) => void
}

/** A line of text that must be given, within the API's limits. */
export const WordField = ({ label, value, error, onType }: WordFieldProps) => (
  <TextField
    label={label}
    value={value}
    maxLength={limits.line}
    onChange={(event) => onType(event.currentTarget.value)}
    error={error}
    required
  />
)
