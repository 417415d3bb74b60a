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
import { tooLong } from '../shared/limits'
import { invalid, invalidField } from './problem'
import { isFarTooLong, normaliseText, problemOfText } from './text-limits'

// The pattern of <input type=email> (HTML Living Standard, "valid email address"), which browsers check. Mail servers also
// require (RFC 5321, 4.1.2 and 4.5.3.1.1): at most 64 characters before the @, and no dot at an end of that part or beside
// another dot.
const emailAddress =
  /^(?![^@]{65}|\.|[^@]*\.[.@])[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

function isAccepted(create: () => unknown): boolean {
  try {
    create()
    return true
  } catch {
    return false
  }
}

/** Codes of the Unicode CLDR that are no countries of ISO 3166-1: unions, parts of countries, and codes for tests. Kosovo's XK is
 * accepted, because it has no other code. */
const notCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The formats of texts (JSON Schema) with the error messages for users. */
const formats = {
  date: { test: isCalendarDay, message: 'This must be a real day, written as YYYY-MM-DD.' },
  email: {
    test: (text: string) => emailAddress.test(text),
    message: 'This must be a valid email address.',
  },
  iri: {
    // The parser of addresses ignores line breaks and tabs.
    test: (text: string) => /^https?:\/\/\P{Cc}*$/iu.test(text) && URL.canParse(text),
    message: 'This must be an address that begins with https:// or http://.',
  },
  'time-zone': {
    test: (text: string) =>
      // Offsets are accepted, too, but they know no summer time.
      /^[A-Z]/i.test(text) && isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: text })),
    message: 'This must be a time zone, such as America/Toronto.',
  },
  locale: {
    test: (text: string) =>
      isAccepted(() => new Intl.Locale(text)) &&
      Intl.DateTimeFormat.supportedLocalesOf(text).length > 0,
    message: 'This must be a known language with or without a country, such as en-CA.',
  },
  country: {
    test: (text: string) =>
      /^[A-Z]{2}$/.test(text) &&
      countries.of(text) !== undefined &&
      !notCountries.has(text) &&
      // `maximize` replaces a former or informal code: UK becomes GB.
      new Intl.Locale(`und-${text}`).maximize().region === text,
    message: 'This must be a country’s two capital letters, such as CA.',
  },
  'date-time': {
    test: (text: string) => !Number.isNaN(Date.parse(text)),
    message: 'This must be an instant, as in RFC 3339.',
  },
}
for (const [name, { test }] of Object.entries(formats)) FormatRegistry.Set(name, test)

/** Validates a value against an object schema and returns only its known fields. Texts are not normalised, so this is
 * suitable for passwords.
 * @throws Problem 422 with one entry per missing or invalid field; the names of nested fields are joined by dots */
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
    throw invalidField('', 'The body must be an object.')
  const { body, cleared, errors } = knownFields(schema, value, normalise)
  for (const error of Value.Errors(schema, body)) {
    const { field, message = describe(error) } = fieldOf(schema, error.path)
    if (!isLongInUnitsOnly(error) && !errors.has(field)) errors.set(field, message)
  }
  for (const [field, message] of shortFields(schema, body))
    if (!errors.has(field)) errors.set(field, message)
  if (errors.size === 0 && Array.isArray(value)) errors.set('', 'The body must be an object.')
  if (errors.size > 0) throw invalid([...errors].map(([field, message]) => ({ field, message })))
  return structuredClone({ ...body, ...cleared }) as Static<Schema>
}

/** The name of the field at a path (RFC 6901), and the message of its schema. A schema with a description counts as one field.
 * @returns the names of nested fields joined by dots */
function fieldOf(schema: TSchema, path: string): { field: string; message?: string } {
  const names: string[] = []
  let inner: TSchema | undefined = schema
  for (const name of path.split('/').slice(1)) {
    names.push(name)
    inner = inner?.['items'] ?? inner?.['properties']?.[name]
    if (inner?.description !== undefined)
      return { field: names.join('.'), message: inner.description }
  }
  return { field: names.join('.') }
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
    const [problem] = problemsBeforeNormalising(raw, fieldSchema, field)
    if (problem) errors.set(...problem)
    else if (isCleared(raw, fieldSchema)) cleared[field] = ''
    else body[field] = normalised(raw, fieldSchema, normalise)
  }
  return { body, cleared, errors }
}

/** Whether an empty text or list clears a field: those of the type `number` can't be cleared. */
export const isClearable = (schema: TSchema) =>
  schema[OptionalKind] === 'Optional' && schema['type'] !== 'number'

const isCleared = (value: unknown, schema: TSchema) => isEmpty(value, schema) && isClearable(schema)

const isEmpty = (value: unknown, schema: TSchema) =>
  typeof value === 'string'
    ? normaliseText(value) === ''
    : isListOf(schema, value) && value.length === 0

/** Yields the field name and the error of each text, nested ones included, that must be rejected before it is normalised.
 * Checks the length first, because the other checks take longer for longer texts. */
function* problemsBeforeNormalising(
  value: unknown,
  schema: TSchema,
  field: string,
): Generator<[string, string]> {
  for (const [name, inner, innerSchema] of partsOf(schema, value))
    yield* problemsBeforeNormalising(
      inner,
      innerSchema,
      schema.description === undefined ? `${field}.${name}` : field,
    )
  if (typeof value !== 'string') return
  const { maxLength } = schema
  const isTooLong = typeof maxLength === 'number' && isFarTooLong(value, maxLength)
  const problem = isTooLong ? tooLong(maxLength) : problemOfText(value)
  if (problem !== undefined) yield [field, problem]
}

/** The value with normalised texts; an object keeps only the properties that the schema defines, without empty optional
 * ones. */
function normalised(value: unknown, schema: TSchema, normalise: (text: string) => string): unknown {
  if (typeof value === 'string') return normalise(value)
  if (isListOf(schema, value))
    return value.map((item) => normalised(item, schema['items'], normalise))
  if (!isObjectOf(schema, value)) return value
  return Object.fromEntries(
    partsOf(schema, value)
      .filter(([, property, propertySchema]) => !isCleared(property, propertySchema))
      .map(([name, property, propertySchema]) => [
        name,
        normalised(property, propertySchema, normalise),
      ]),
  )
}

const isListOf = (schema: TSchema, value: unknown): value is unknown[] =>
  schema['type'] === 'array' && Array.isArray(value)

/** Whether a value is an object to be reduced to the schema's properties; with `additionalProperties: true` it stays as it
 * is. */
const isObjectOf = (schema: TSchema, value: unknown): value is Record<string, unknown> =>
  schema['type'] === 'object' &&
  schema['additionalProperties'] !== true &&
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value)

/** The properties of an object that its schema defines, or the items of a list, each with its name and its schema. */
function partsOf(schema: TSchema, value: unknown): [name: string, part: unknown, TSchema][] {
  if (isListOf(schema, value))
    return value.map((item, index) => [String(index), item, schema['items']])
  if (!isObjectOf(schema, value)) return []
  return Object.entries<TSchema>(schema['properties'])
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, propertySchema]) => [name, value[name], propertySchema])
}

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
      return schema.maxItems === undefined
        ? 'This must be a list.'
        : `This must be a list of at most ${schema.maxItems} entries.`
    case ValueErrorType.Object:
      return 'This must be an object.'
    case ValueErrorType.Literal:
      return `This must be ${schema.const}.`
    default:
      return 'This must be a text.'
  }
}

const rangeOf = ({ minimum, maximum }: TSchema) =>
  minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`

const literals = (schema: TSchema) =>
  (schema.anyOf as TSchema[]).map((member) => String(member.const))
