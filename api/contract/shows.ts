import { type Static, t } from 'elysia'
import { LineOfText, ObjectIdText } from './text'

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

export const ShowAnswer = t.Object({ show: Show })
export type ShowAnswer = Static<typeof ShowAnswer>

/** All shows by date ascending. */
export const ShowsAnswer = t.Object({ shows: t.Array(Show) })
export type ShowsAnswer = Static<typeof ShowsAnswer>
