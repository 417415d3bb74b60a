import { Type as t } from '@sinclair/typebox'
import { limits } from './limits'

/** Single-line text input: 1 to 200 characters (code points), not only white space, without control characters (Unicode
 * category Cc). */
export const LineOfText = t.String({
  minLength: 1,
  maxLength: limits.line,
  pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
})

/** A URL with http or https. */
export const WebUrl = t.String({ format: 'uri', maxLength: limits.url })

/** A time of day as HH:MM. */
export const TimeOfDay = t.String({ format: 'time' })

/** A MongoDB ObjectId as 24 hexadecimal digits. */
export const ObjectIdText = t.String({ pattern: '^[0-9a-f]{24}$' })
