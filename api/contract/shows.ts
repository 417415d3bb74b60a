import { type Static, Type as t } from '@sinclair/typebox'
import { LineOfText, ObjectIdText } from './text'
import { Version } from './version'

/** What the administrator sends to add or change a show. */
export const ShowBody = t.Object({
  /** A calendar day (RFC 3339 full-date): the same day in every time zone. */
  date: t.String({ format: 'date' }),
  venue: LineOfText,
  city: LineOfText,
})
export type ShowBody = Static<typeof ShowBody>

export const Show = t.Object({
  _id: ObjectIdText,
  date: t.String({ format: 'date' }),
  venue: t.String(),
  city: t.String(),
})
export type Show = Static<typeof Show>

/** A show as the administrator sees it. */
export const AdminShow = t.Composite([Show, t.Object({ version: Version })])
export type AdminShow = Static<typeof AdminShow>

export const ShowAnswer = t.Object({ show: AdminShow })
export type ShowAnswer = Static<typeof ShowAnswer>

/** All shows by date ascending. */
export const ShowsAnswer = t.Object({ shows: t.Array(Show) })
export type ShowsAnswer = Static<typeof ShowsAnswer>

export const AdminShowsAnswer = t.Object({ shows: t.Array(AdminShow) })
export type AdminShowsAnswer = Static<typeof AdminShowsAnswer>
