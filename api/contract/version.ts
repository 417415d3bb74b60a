import { type TSchema, Type as t } from '@sinclair/typebox'

/** How often a record was written: 1 when it was created. `"v3"` is the entity tag that If-Match names version 3 by. */
export const Version = t.Integer({ minimum: 1 })

/** Extension of a 412's problem details: `current` is the stored record. */
export const ConflictMembers = <Kind extends TSchema>(record: Kind) => t.Object({ current: record })
