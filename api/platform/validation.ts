import { FormatRegistry, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import type { FieldError } from '../contract/problem'
import { isCalendarDay } from './calendar-day'
import { invalid } from './problem'

// The pattern of <input type=email> (HTML Living Standard, "valid email address"), so that what the
// browser lets through and what the server accepts are the same addresses.
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

FormatRegistry.Set('date', isCalendarDay)
FormatRegistry.Set('email', (text) => emailAddress.test(text))
FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)))

/** Trimmed, well-formed UTF-16 in Unicode's composed form (NFC): the one spelling that is stored. */
const normaliseText = (text: string) => text.toWellFormed().normalize('NFC').trim()

/** Checks a value against a flat object schema and keeps its known fields alone.
 * @throws Problem 422 with one entry a field that is missing or not of its form. */
export function validate<Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> {
  const errors = new Map<string, FieldError>()
  for (const error of Value.Errors(schema, value)) {
    if (isLongInUnitsOnly(error)) continue
    const field = error.path.split('/')[1] ?? ''
    if (!errors.has(field)) errors.set(field, { field, message: describe(error) })
  }
  for (const [field, message] of shortFields(schema, value))
    if (!errors.has(field)) errors.set(field, { field, message })
  if (errors.size > 0) throw invalid([...errors.values()])
  return Value.Clean(schema, structuredClone(value)) as Static<Schema>
}

/** The same after each text was normalised; for bodies in which no field is a password. */
export function validateText<Schema extends TObject>(
  schema: Schema,
  value: unknown,
): Static<Schema> {
  if (typeof value !== 'object' || value === null) return validate(schema, value)
  const entries = Object.entries(value).map(([field, text]) => [
    field,
    typeof text === 'string' ? normaliseText(text) : text,
  ])
  return validate(schema, Object.fromEntries(entries))
}

// JSON Schema counts code points where TypeBox counts UTF-16 units: 200 emoji are 200 characters, and four are four.
function isLongInUnitsOnly({ type, value, schema }: ValueError) {
  return (
    type === ValueErrorType.StringMaxLength &&
    typeof value === 'string' &&
    [...value].length <= schema.maxLength
  )
}

function* shortFields(schema: TObject, value: unknown): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [field, text] of Object.entries(value)) {
    const least: unknown = schema.properties[field]?.['minLength']
    if (typeof text === 'string' && typeof least === 'number' && [...text].length < least)
      yield [field, tooShort(least)]
  }
}

const tooShort = (least: number) =>
  least > 1 ? `This must have at least ${least} characters.` : 'This field is required.'

function describe({ type, schema, value }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'This field is required.'
    case ValueErrorType.StringMinLength:
      return tooShort(schema.minLength)
    case ValueErrorType.StringPattern:
      return 'This field is required.'
    case ValueErrorType.StringMaxLength:
      return `This must have at most ${schema.maxLength.toLocaleString('en')} characters.`
    case ValueErrorType.StringFormat:
      if (value === '') return 'This field is required.'
      return schema.format === 'date'
        ? 'This must be a real day, written as YYYY-MM-DD.'
        : 'This must be a valid email address.'
    case ValueErrorType.Union:
      return `This must be one of: ${literals(schema).join(', ')}.`
    case ValueErrorType.Object:
      return 'The body must be an object.'
    default:
      return 'This must be a text.'
  }
}

const literals = (schema: TSchema) =>
  (schema.anyOf as TSchema[]).map((member) => String(member.const))
