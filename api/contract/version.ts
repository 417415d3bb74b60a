import { type TSchema, Type as t } from '@sinclair/typebox'

/** The number of writes of a record: 1 after its creation. The entity tag of version 3 in If-Match is `"v3"`. */
export const Version = t.Integer({ minimum: 1 })

/** The extension members of a 412 response's problem details: `current` is the stored record. */
export const ConflictMembers = <Kind extends TSchema>(record: Kind) => t.Object({ current: record })
