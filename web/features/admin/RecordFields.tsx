import { limits } from '../../../api/contract/limits'
import { TextField } from '../../ui/Field'
import type { FieldDescription } from './record-fields'

interface RecordFieldsProps<Name extends string> {
  fields: Readonly<Record<Name, FieldDescription>>
  values: Readonly<Record<NoInfer<Name>, string>>
  /** Error messages by the field's name, one sentence each. */
  errors: Readonly<Record<string, string>>
  onType: (name: Name, value: string) => void
}

/** The text fields for a record. */
export function RecordFields<Name extends string>(props: RecordFieldsProps<Name>) {
  const { fields, values, errors, onType } = props
  return (Object.keys(fields) as Name[]).map((name) => (
    <TextField
      key={name}
      label={fields[name].label}
      value={values[name]}
      {...(fields[name].type ? { type: fields[name].type } : { maxLength: limits.line })}
      onChange={(event) => onType(name, event.currentTarget.value)}
      error={errors[name]}
      required={!fields[name].isOptional}
    />
  ))
}
