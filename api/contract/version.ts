import { type Static, type TSchema, Type as t } from '@sinclair/typebox'

/** The number of writes of a record: 1 after its creation. The entity tag of version 3 in If-Match is `"v3"`. */
export const Version = t.Integer({ minimum: 1 })

/** The last write of a record by a person. */
export const LastChange = t.Object({
  /** An instant (RFC 3339, UTC). */
  at: t.String({ format: 'date-time' }),
  /** The name that a person gave the device; absent if it has none. */
  by: t.Optional(t.String()),
})
export type LastChange = Static<typeof LastChange>

/** The last changes of the records of a list, by their ids. */
export const LastChanges = t.Record(t.String(), LastChange)

/** The version of a record in the back office, and in conflicts its last change. */
export const Edition = t.Object({ version: Version, lastChange: t.Optional(LastChange) })

/** The extension members of a 412 response's problem details: `current` is the stored record. */
export const ConflictMembers = <Kind extends TSchema>(record: Kind) => t.Object({ current: record })
