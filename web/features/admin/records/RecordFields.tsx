import { limits } from '../../../../api/shared/limits'
import { Checkbox, SelectField, TextArea, TextField } from '../../../ui/Field'
import { durationRule, type FieldDescription } from './record-fields'

interface RecordFieldsProps<Name extends string> {
  fields: Readonly<Record<Name, FieldDescription>>
  /** The fields to render; all by default. */
  names?: readonly NoInfer<Name>[]
  values: Readonly<Record<NoInfer<Name>, string>>
  /** Questions about what was typed, which do not prevent saving. */
  hints?: { readonly [one in NoInfer<Name>]?: string } | undefined
  /** Texts to choose from while typing. */
  suggestions?: { readonly [one in NoInfer<Name>]?: readonly string[] } | undefined
  onType: (name: Name, value: string) => void
}

/** The controls for a record's fields. */
export function RecordFields<Name extends string>(props: RecordFieldsProps<Name>) {
  const { fields, names = Object.keys(fields) as Name[], values } = props
  const { hints, suggestions, onType } = props
  return names.map((name) => (
    <RecordField
      key={name}
      name={name}
      field={fields[name]}
      value={values[name]}
      hint={hints?.[name]}
      suggestions={suggestions?.[name]}
      onType={(value) => onType(name, value)}
    />
  ))
}

interface RecordFieldProps {
  name: string
  field: FieldDescription
  value: string
  hint: string | undefined
  suggestions: readonly string[] | undefined
  onType: (value: string) => void
}

function RecordField(props: RecordFieldProps) {
  const { name, field, value, hint, suggestions, onType } = props
  const { label, type, choices, range, scale = 1, maxLength = limits.line, isOptional } = field
  const common = {
    name,
    label,
    value,
    required: !isOptional,
    onChange: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
  }
  if (choices) return <SelectField {...common} choices={choices} />
  if (type === 'checkbox')
    return (
      <Checkbox
        name={name}
        label={label}
        checked={value === 'true'}
        onChange={(event) => onType(event.currentTarget.checked ? 'true' : '')}
      />
    )
  if (type === 'text area') return <TextArea {...common} maxLength={maxLength} rows={3} />
  if (type === 'number')
    return (
      <TextField {...common} type="number" min={range?.[0]} max={range?.[1]} step={1 / scale} />
    )
  if (type === 'duration')
    return <TextField {...common} pattern="\d+|\d+:[0-5]?\d" title={durationRule} />
  if (type === 'date' || type === 'time') {
    // Present from the beginning, because screen readers announce only changes of an existing region.
    return <TextField {...common} hint={hint ?? ''} type={type} />
  }
  // The browser's check of type=url would refuse an address without https://, which is added when it is sent.
  const inputMode = type === 'url' ? 'url' : undefined
  return (
    <TextField
      {...common}
      type="text"
      inputMode={inputMode}
      maxLength={maxLength}
      suggestions={suggestions}
    />
  )
}
