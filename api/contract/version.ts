import { type TSchema, Type as t } from '@sinclair/typebox'

/** How often a record was written: 1 when it was created. `"v3"` is the entity tag that If-Match names version 3 by. */
export const Version = t.Integer({ minimum: 1 })

/** Problem details of a 412: what is stored now, in the place of the version that was to be changed. */
export const ConflictAnswer = <Kind extends TSchema>(record: Kind) => t.Object({ current: record })
