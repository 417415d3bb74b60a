import { type Static, Type as t } from '@sinclair/typebox'
import { declare } from './operation'
import { asRead } from './record'
import { feedPaths, listPaths } from './site-map'
import { LineOfText, ObjectIdText } from './text'
import { Version } from './version'

/** A show as the administrator enters it. The public view, the record and the types of the form are derived from it. An
 * empty string clears an optional field. */
export const ShowBody = t.Object({
  /** A calendar day (RFC 3339 full-date): the same day in every time zone. */
  date: t.String({ format: 'date' }),
  venue: LineOfText,
  city: LineOfText,
})
export type ShowBody = Static<typeof ShowBody>

export const Show = t.Composite([t.Object({ _id: ObjectIdText }), asRead(ShowBody)])
export type Show = Static<typeof Show>

/** A show in the back office. */
export const AdminShow = t.Composite([Show, t.Object({ version: Version })])
export type AdminShow = Static<typeof AdminShow>

export const ShowResponse = t.Object({ show: AdminShow })
export type ShowResponse = Static<typeof ShowResponse>

/** All shows, by date ascending. */
export const ShowsResponse = t.Object({ shows: t.Array(Show) })
export type ShowsResponse = Static<typeof ShowsResponse>

export const AdminShowsResponse = t.Object({ shows: t.Array(AdminShow) })
export type AdminShowsResponse = Static<typeof AdminShowsResponse>

export const showOperations = declare({
  shows: {
    method: 'GET',
    path: listPaths.shows,
    summary: 'All shows by date ascending',
    access: 'anyone',
    responses: {
      200: { description: 'The shows', schema: ShowsResponse },
      304: { description: 'The client has them already' },
    },
  },
  adminShows: {
    method: 'GET',
    path: '/api/admin/shows',
    summary: 'All shows as the administrator sees them',
    access: 'admin',
    responses: { 200: { description: 'The shows, by date ascending', schema: AdminShowsResponse } },
  },
  addShow: {
    method: 'POST',
    path: listPaths.shows,
    summary: 'Add a show',
    access: 'admin',
    json: ShowBody,
    isIdempotent: true,
    responses: {
      201: {
        description: 'The new show',
        schema: ShowResponse,
        links: {
          changeShow: { id: '$response.body#/show/_id' },
          deleteShow: { id: '$response.body#/show/_id' },
          showCalendar: { id: '$response.body#/show/_id' },
        },
      },
    },
  },
  changeShow: {
    method: 'PUT',
    path: '/api/shows/{id}',
    summary: 'Change a show',
    access: 'admin',
    json: ShowBody,
    versioned: AdminShow,
    responses: { 200: { description: 'The changed show', schema: ShowResponse } },
  },
  deleteShow: {
    method: 'DELETE',
    path: '/api/shows/{id}',
    summary: 'Delete a show',
    access: 'admin',
    responses: { 204: { description: 'The show is deleted' } },
  },
  showsCalendar: {
    method: 'GET',
    path: feedPaths.calendar,
    summary: 'All shows as iCalendar (RFC 5545)',
    access: 'anyone',
    responses: {
      200: { description: 'The calendar', mediaType: 'text/calendar' },
      304: { description: 'The client has it already' },
    },
  },
  showCalendar: {
    method: 'GET',
    path: '/shows/{id}/calendar.ics',
    summary: 'One show as iCalendar (RFC 5545)',
    access: 'anyone',
    responses: {
      200: { description: 'The calendar', mediaType: 'text/calendar' },
      304: { description: 'The client has it already' },
    },
  },
  showsFeed: {
    method: 'GET',
    path: feedPaths.rss,
    summary: 'The coming shows as RSS 2.0',
    access: 'anyone',
    responses: {
      200: { description: 'The feed', mediaType: 'application/rss+xml' },
      304: { description: 'The client has it already' },
    },
  },
})
