import {
  FormatRegistry,
  OptionalKind,
  type Static,
  type TObject,
  type TSchema,
} from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { isCalendarDay } from '../calendar/calendar-day'
import { invalid } from './problem'
import { isFarTooLong, normaliseText, problemOfText } from './text-limits'

// The pattern of <input type=email> (HTML Living Standard, "valid email address"), so that what the
// browser lets through and what the server accepts are the same addresses.
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** The formats of texts (JSON Schema), and what a person is told about a text that has another form. */
const formats = {
  date: { test: isCalendarDay, message: 'This must be a real day, written as YYYY-MM-DD.' },
  time: {
    test: (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
    message: 'This must be a time of day, written as HH:MM.',
  },
  email: {
    test: (text: string) => emailAddress.test(text),
    message: 'This must be a valid email address.',
  },
  'date-time': {
    test: (text: string) => !Number.isNaN(Date.parse(text)),
    message: 'This must be an instant, as in RFC 3339.',
  },
}
for (const [name, { test }] of Object.entries(formats)) FormatRegistry.Set(name, test)

/** Checks a value against a flat object schema and keeps its known fields alone. Texts are taken as they are, as
 * passwords must be.
 * @throws Problem 422 with one entry a field that is missing or not of its form. */
export const validate = <Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> =>
  check(schema, value, (text) => text)

/** The same after each text was trimmed and normalised (NFC). */
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
    if (!isLongInUnitsOnly(error) && !errors.has(field)) errors.set(field, describe(error))
  }
  for (const [field, message] of shortFields(schema, body))
    if (!errors.has(field)) errors.set(field, message)
  if (errors.size > 0) throw invalid([...errors].map(([field, message]) => ({ field, message })))
  return structuredClone({ ...body, ...cleared }) as Static<Schema>
}

/** Returns the fields that the schema defines, with normalised text; the optional fields that are to be cleared; and an
 * error for each text that can't be normalised. */
function knownFields(schema: TObject, value: object, normalise: (text: string) => string) {
  const body: Record<string, unknown> = {}
  const cleared: Record<string, ''> = {}
  const errors = new Map<string, string>()
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, field)) continue
    const given: unknown = value[field as keyof typeof value]
    const problem = typeof given === 'string' ? problemBeforeWork(given, fieldSchema) : undefined
    if (problem !== undefined) errors.set(field, problem)
    else if (isCleared(given, fieldSchema)) cleared[field] = ''
    else body[field] = typeof given === 'string' ? normalise(given) : given
  }
  return { body, cleared, errors }
}

/** Whether a value clears an optional text. */
const isCleared = (value: unknown, schema: TSchema) =>
  typeof value === 'string' && value.trim() === '' && schema[OptionalKind] === 'Optional'

/** Returns an error for a text that must not be processed further. Checks the length first, because the other checks take
 * longer for longer texts. */
function problemBeforeWork(text: string, { maxLength }: TSchema): string | undefined {
  if (typeof maxLength === 'number' && isFarTooLong(text, maxLength)) return tooLong(maxLength)
  return problemOfText(text)
}

// JSON Schema counts code points where TypeBox counts UTF-16 units: 200 emoji are 200 characters, and four are four.
function isLongInUnitsOnly({ type, value, schema }: ValueError) {
  return (
    type === ValueErrorType.StringMaxLength &&
    typeof value === 'string' &&
    [...value].length <= schema.maxLength
  )
}

function* shortFields(schema: TObject, value: object): Generator<[string, string]> {
  for (const [field, text] of Object.entries(value)) {
    const least: unknown = schema.properties[field]?.['minLength']
    if (typeof text === 'string' && typeof least === 'number' && [...text].length < least)
      yield [field, tooShort(least)]
  }
}

const tooLong = (most: number) => `This must have at most ${most.toLocaleString('en')} characters.`

const tooShort = (least: number) =>
  least > 1 ? `This must have at least ${least} characters.` : 'This field is required.'

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
    case ValueErrorType.Union:
      return `This must be one of: ${literals(schema).join(', ')}.`
    default:
      return 'This must be a text.'
  }
}

const literals = (schema: TSchema) =>
  (schema.anyOf as TSchema[]).map((member) => String(member.const))
