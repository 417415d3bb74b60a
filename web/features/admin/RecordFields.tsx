import { limits } from '../../../api/contract/limits'
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/Field'
import type { FieldDescription } from './record-fields'

interface RecordFieldsProps<Name extends string> {
  fields: Readonly<Record<Name, FieldDescription>>
  /** The fields to render; all by default. */
  names?: readonly NoInfer<Name>[]
  values: Readonly<Record<NoInfer<Name>, string>>
  /** Error messages by the field's name, one sentence each. */
  errors: Readonly<Record<string, string>>
  onType: (name: Name, value: string) => void
}

/** The controls for a record's fields. */
export function RecordFields<Name extends string>(props: RecordFieldsProps<Name>) {
  const { fields, names = Object.keys(fields) as Name[], values, errors, onType } = props
  return names.map((name) => (
    <RecordField
      key={name}
      field={fields[name]}
      value={values[name]}
      error={errors[name]}
      onType={(value) => onType(name, value)}
    />
  ))
}

interface RecordFieldProps {
  field: FieldDescription
  value: string
  error: string | undefined
  onType: (value: string) => void
}

function RecordField({ field, value, error, onType }: RecordFieldProps) {
  const { label, type, choices, maxLength = limits.line, isOptional } = field
  const common = {
    ...{ label, error, value, required: !isOptional },
    onChange: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
  }
  if (choices) return <SelectField {...common} choices={choices} />
  if (type === 'checkbox')
    return (
      <Checkbox
        label={label}
        error={error}
        checked={value === 'true'}
        onChange={(event) => onType(event.currentTarget.checked ? 'true' : '')}
      />
    )
  if (type === 'text area') return <TextArea {...common} maxLength={maxLength} rows={3} />
  if (type === 'date' || type === 'time') return <TextField {...common} type={type} />
  return <TextField {...common} type={type ?? 'text'} maxLength={maxLength} />
}
