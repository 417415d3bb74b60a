import { t } from 'elysia'

/** A text of one line that a person typed: 1 to 200 characters (code points) after trimming. */
export const LineOfText = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

/** A MongoDB ObjectId as 24 hexadecimal digits. */
export const ObjectIdText = t.String({ pattern: '^[0-9a-f]{24}$' })
