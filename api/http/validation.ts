import {
  FormatRegistry,
  OptionalKind,
  type Static,
  type TObject,
  type TSchema,
} from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { isCalendarDay } from '../shared/calendar-day'
import { invalid } from './problem'
import { isFarTooLong, normaliseText, problemOfText } from './text-limits'

// The pattern of <input type=email> (HTML Living Standard, "valid email address"), so that
// browsers and the server accept the same addresses.
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** The formats of texts (JSON Schema) with the error messages for users. */
const formats = {
  date: { test: isCalendarDay, message: 'This must be a real day, written as YYYY-MM-DD.' },
  email: {
    test: (text: string) => emailAddress.test(text),
    message: 'This must be a valid email address.',
  },
  uri: {
    test: (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text),
    message: 'This must be an address that begins with https:// or http://.',
  },
  'date-time': {
    test: (text: string) => !Number.isNaN(Date.parse(text)),
    message: 'This must be an instant, as in RFC 3339.',
  },
}
for (const [name, { test }] of Object.entries(formats)) FormatRegistry.Set(name, test)

/** Validates a value against a flat object schema and returns only its known fields. Texts are not normalised, so this
 * is suitable for passwords.
 * @throws Problem 422 with one entry per missing or invalid field */
export const validate = <Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> =>
  check(schema, value, (text) => text)

/** Like `validate`, but first trims and normalises (NFC) each text. */
export const validateText = <Schema extends TObject>(
  schema: Schema,
  value: unknown,
): Static<Schema> => check(schema, value, normaliseText)

function check<Schema extends TObject>(
  schema: Schema,
  value: unknown,
  normalise: (text: string) => string,
): Static<Schema> {
  if (typeof value !== 'object' || value === null)
    throw invalid([{ field: '', message: 'The body must be an object.' }])
  const { body, cleared, errors } = knownFields(schema, value, normalise)
  for (const error of Value.Errors(schema, body)) {
    const field = error.path.split('/')[1] ?? ''
    if (!isLongInUnitsOnly(error) && !errors.has(field))
      errors.set(field, schema.properties[field]?.description ?? describe(error))
  }
  for (const [field, message] of shortFields(schema, body))
    if (!errors.has(field)) errors.set(field, message)
  if (errors.size > 0) throw invalid([...errors].map(([field, message]) => ({ field, message })))
  return structuredClone({ ...body, ...cleared }) as Static<Schema>
}

/** Returns the fields that the schema defines, with normalised text; the optional fields to clear; and an error for
 * each text that can't be normalised. */
function knownFields(schema: TObject, value: object, normalise: (text: string) => string) {
  const body: Record<string, unknown> = {}
  const cleared: Record<string, ''> = {}
  const errors = new Map<string, string>()
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, field)) continue
    const raw: unknown = value[field as keyof typeof value]
    const problem = problemBeforeNormalising(raw, fieldSchema)
    if (problem !== undefined) errors.set(field, problem)
    else if (isCleared(raw, fieldSchema)) cleared[field] = ''
    else body[field] = normalised(raw, fieldSchema, normalise)
  }
  return { body, cleared, errors }
}

/** Whether a value clears an optional field. A number that is no integer is measured, and can't be cleared. */
const isCleared = (value: unknown, schema: TSchema) =>
  typeof value === 'string' &&
  value.trim() === '' &&
  schema[OptionalKind] === 'Optional' &&
  schema['type'] !== 'number'

/** Returns an error for a text, or an object with a text, that must not be processed further. Checks the length first,
 * because the other checks take longer for longer texts. */
function problemBeforeNormalising(value: unknown, schema: TSchema): string | undefined {
  if (isObjectOf(schema, value))
    return propertiesOf(schema, value)
      .map(([, property, propertySchema]) => problemBeforeNormalising(property, propertySchema))
      .find((problem) => problem !== undefined)
  if (typeof value !== 'string') return undefined
  const { maxLength } = schema
  if (typeof maxLength === 'number' && isFarTooLong(value, maxLength)) return tooLong(maxLength)
  return problemOfText(value)
}

/** The value with normalised texts; an object keeps only the properties that the schema defines. */
function normalised(value: unknown, schema: TSchema, normalise: (text: string) => string): unknown {
  if (typeof value === 'string') return normalise(value)
  if (!isObjectOf(schema, value)) return value
  return Object.fromEntries(
    propertiesOf(schema, value).map(([name, property, propertySchema]) => [
      name,
      normalised(property, propertySchema, normalise),
    ]),
  )
}

const isObjectOf = (schema: TSchema, value: unknown): value is Record<string, unknown> =>
  schema['type'] === 'object' && typeof value === 'object' && value !== null

/** The properties of an object that its schema defines, with their schemas. */
const propertiesOf = (schema: TSchema, value: Record<string, unknown>) =>
  Object.entries<TSchema>(schema['properties'])
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, propertySchema]) => [name, value[name], propertySchema] as const)

// TypeBox counts UTF-16 units, but JSON Schema counts code points: 200 emoji are 200 characters.
function isLongInUnitsOnly({ type, value, schema }: ValueError) {
  return (
    type === ValueErrorType.StringMaxLength &&
    typeof value === 'string' &&
    [...value].length <= schema.maxLength
  )
}

function* shortFields(schema: TObject, value: object): Generator<[string, string]> {
  for (const [field, text] of Object.entries(value)) {
    const min: unknown = schema.properties[field]?.['minLength']
    if (typeof text === 'string' && typeof min === 'number' && [...text].length < min)
      yield [field, tooShort(min)]
  }
}

const tooLong = (max: number) => `This must have at most ${max.toLocaleString('en')} characters.`

const tooShort = (min: number) =>
  min > 1 ? `This must have at least ${min} characters.` : 'This field is required.'

function describe({ type, schema, value }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'This field is required.'
    case ValueErrorType.StringMinLength:
      return tooShort(schema.minLength)
    case ValueErrorType.StringPattern:
      return String(value).trim() === ''
        ? 'This field is required.'
        : 'This must be one line, without control characters.'
    case ValueErrorType.StringMaxLength:
      return tooLong(schema.maxLength)
    case ValueErrorType.StringFormat:
      return formats[schema.format as keyof typeof formats].message
    case ValueErrorType.Boolean:
      return 'This must be true or false.'
    case ValueErrorType.Union:
      return `This must be one of: ${literals(schema).join(', ')}.`
    case ValueErrorType.Integer:
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.IntegerMaximum:
      return `This must be a whole number${rangeOf(schema)}.`
    case ValueErrorType.Number:
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.NumberMaximum:
      return `This must be a number${rangeOf(schema)}.`
    case ValueErrorType.Array:
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
      return 'This must be a list of the allowed length.'
    case ValueErrorType.Object:
      return 'This must be an object.'
    default:
      return 'This must be a text.'
  }
}

const rangeOf = ({ minimum, maximum }: TSchema) =>
  minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`

const literals = (schema: TSchema) =>
  (schema.anyOf as TSchema[]).map((member) => String(member.const))
