import { type TLiteral, type TUnion, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'

/** Single-line text input: 1 to `maxLength` characters (code points), not only white space, without control characters
 * (Unicode category Cc). */
export const lineOf = (maxLength: number) =>
  t.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

/** A line that may be empty. */
export const lineOrNone = (maxLength: number) =>
  t.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

/** A line of at most 200 characters. */
export const LineOfText = lineOf(limits.line)

/** Text input that may have several lines. */
export const textOf = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })

/** A URL with http or https; may have characters outside ASCII (RFC 3987). */
export const WebUrl = t.String({ format: 'iri', maxLength: limits.url })

/** A time of day as HH:MM. Not the format `time`, which is a full time with seconds and a zone (RFC 3339) for programs that
 * read the OpenAPI document. */
export const TimeOfDay = t.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'This must be a time of day, written as HH:MM.',
})

/** A MongoDB ObjectId as 24 hexadecimal digits. */
export const ObjectIdText = t.String({
  pattern: '^[0-9a-f]{24}$',
  description: 'This must be an id of 24 hexadecimal digits.',
})

/** A schema for one of several texts. */
export const oneOf = <const Texts extends string[]>(...texts: Texts) =>
  t.Union(texts.map((text) => t.Literal(text))) as TUnion<{
    [Index in keyof Texts]: TLiteral<Texts[Index]>
  }>
