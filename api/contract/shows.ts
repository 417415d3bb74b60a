import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { feedPaths, listPaths } from '../shared/site-map'
import { created, declare, deletion, fileResponses, linksTo, ok } from './operation'
import { pictureFields } from './pictures'
import { asRead } from './record'
import { LineOfText, lineOf, ObjectIdText, oneOf, TimeOfDay, textOf, WebUrl } from './text'
import { Edition, LastChanges } from './version'

export const ShowStatus = oneOf('scheduled', 'soldout', 'postponed', 'cancelled')
export type ShowStatus = Static<typeof ShowStatus>

/** `public`: everyone sees the show; `draft`: only the administrator, until it is published; `private`: only the
 * administrator. */
export const Visibility = oneOf('public', 'draft', 'private')

/** A picture that was uploaded before (`POST /api/pictures`). */
export const Poster = t.Object(
  { ...pictureFields, alt: LineOfText },
  {
    description:
      'This must be a picture of this site with its width, height and a description of at most 200 characters.',
  },
)
export type Poster = Static<typeof Poster>

/** The fields of a show that everyone may read. Times are in the band's time zone. */
const PublicFields = t.Object({
  /** A calendar day (RFC 3339 full-date): the same day in every time zone. */
  date: t.String({ format: 'date' }),
  venue: LineOfText,
  city: LineOfText,
  startsAt: t.Optional(TimeOfDay),
  doorsAt: t.Optional(TimeOfDay),
  /** The street address of the venue. */
  address: t.Optional(LineOfText),
  ticketUrl: t.Optional(WebUrl),
  /** The text of the link to the tickets, such as '$15 at the door'. */
  ticketLabel: t.Optional(LineOfText),
  note: t.Optional(t.String({ minLength: 1, maxLength: limits.note, pattern: '\\S' })),
  isStepFree: t.Optional(t.Boolean()),
  /** The youngest age of a guest, in years; 0 for all ages. */
  ageLimit: t.Optional(t.Integer({ minimum: 0, maximum: 21 })),
  /** `scheduled` if it is absent. */
  status: t.Optional(ShowStatus),
  /** The day from which a postponed show was moved. */
  formerDate: t.Optional(t.String({ format: 'date' })),
  poster: t.Optional(Poster),
})

/** A part of a concert. */
const SongSet = t.Object({
  title: t.Optional(lineOf(limits.name)),
  songIds: t.Array(ObjectIdText, { maxItems: limits.songsOfSet }),
})

/** The fields of a show that only the administrator sees. */
const OwnFields = t.Object({
  /** `public` if it is absent. */
  visibility: t.Optional(Visibility),
  /** The enquiry that it was made of. */
  enquiryId: t.Optional(ObjectIdText),
  /** What the band gets, in the currency's smallest unit. */
  fee: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  /** What was paid in advance, in the same unit. */
  deposit: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  isPaid: t.Optional(t.Boolean()),
  /** Who to call. */
  contact: t.Optional(LineOfText),
  privateNote: t.Optional(textOf(limits.message)),
  setList: t.Optional(t.Array(SongSet, { maxItems: limits.sets })),
})

/** A show as the administrator enters it. The public view, the record and the types of the form are derived from it. An
 * absent optional field keeps its stored value; an empty string clears it. */
export const ShowBody = t.Composite([PublicFields, OwnFields])
export type ShowBody = Static<typeof ShowBody>

/** The fields of a show that are in its public view. */
export const PublicShowFields = asRead(PublicFields)

export const Show = t.Composite([
  t.Object({
    _id: ObjectIdText,
    /** The last part of the address of the show's page. */
    slug: t.String(),
  }),
  PublicShowFields,
  t.Object({
    /** An instant (RFC 3339, UTC). */
    updatedAt: t.String({ format: 'date-time' }),
  }),
])
export type Show = Static<typeof Show>

/** The fields of a show that are in the administrator's view only. */
export const OwnShowFields = asRead(OwnFields)

/** A show in the back office. */
export const AdminShow = t.Composite([Show, OwnShowFields, Edition])
export type AdminShow = Static<typeof AdminShow>

/** The public view of a show before and after a write. */
export interface PublicShowChange {
  /** Undefined if the show was not public before the write. */
  before: Show | undefined
  /** Undefined if the show is not public after the write, or was deleted. */
  after: Show | undefined
  /** The origin of the public site. */
  site: string
}

export const ShowResponse = t.Object({ show: AdminShow })
export type ShowResponse = Static<typeof ShowResponse>

export const ChangedShowResponse = t.Object({
  show: AdminShow,
  notified: t.Optional(
    t.Integer({
      minimum: 0,
      description:
        'How many subscriptions get a message about the change; absent if it is no news, or has not been announced yet',
    }),
  ),
})

/** All public shows, by date ascending. */
export const ShowsResponse = t.Object({ shows: t.Array(Show) })
export type ShowsResponse = Static<typeof ShowsResponse>

export const AdminShowsResponse = t.Object({ shows: t.Array(AdminShow), lastChanges: LastChanges })

export const showOperations = declare({
  shows: {
    route: `GET ${listPaths.shows}`,
    summary: 'All public shows, by date ascending',
    access: 'anyone',
    memory: 'shared',
    responses: {
      200: { description: 'The shows', schema: ShowsResponse },
      304: { description: 'The client has them already' },
    },
  },
  adminShows: {
    route: 'GET /api/admin/shows',
    summary: 'All shows as the administrator sees them',
    responses: ok('The shows, by date ascending', AdminShowsResponse),
  },
  addShow: {
    route: `POST ${listPaths.shows}`,
    summary: 'Add a show',
    json: ShowBody,
    isIdempotent: true,
    responses: created(
      'The new show',
      ShowResponse,
      linksTo('$response.body#/show/_id', 'changeShow', 'deleteShow', 'showCalendar'),
    ),
  },
  changeShow: {
    route: 'PUT /api/shows/{id}',
    summary: 'Change a show',
    json: ShowBody,
    isIdempotent: true,
    versioned: AdminShow,
    responses: ok('The changed show', ChangedShowResponse),
  },
  deleteShow: deletion('/api/shows/{id}', 'Move a show to the bin', 'The show is deleted', {
    versioned: AdminShow,
  }),
  showsCalendar: {
    route: `GET ${feedPaths.calendar}`,
    summary: 'All public shows as iCalendar (RFC 5545)',
    access: 'anyone',
    memory: 'by host',
    responses: fileResponses('The calendar', 'text/calendar'),
  },
  showCalendar: {
    route: 'GET /shows/{id}/calendar.ics',
    summary: 'One show as iCalendar (RFC 5545)',
    access: 'anyone',
    responses: fileResponses('The calendar', 'text/calendar'),
  },
  showCard: {
    route: 'GET /shows/{id}/card.jpg',
    summary: 'The preview picture of one show for shared links, 1200 × 630 pixels',
    access: 'anyone',
    responses: fileResponses('The picture', 'image/jpeg'),
  },
  showCode: {
    route: 'GET /shows/{id}/code.svg',
    summary: "A QR code that leads to a show's page",
    access: 'anyone',
    responses: fileResponses('The code', 'image/svg+xml'),
  },
  tonightCode: {
    route: `GET ${feedPaths.tonightCode}`,
    summary: "A QR code that leads to the page of today's show",
    access: 'anyone',
    responses: fileResponses('The code', 'image/svg+xml'),
  },
  showsFeed: {
    route: `GET ${feedPaths.rss}`,
    summary: 'The coming shows as RSS 2.0',
    access: 'anyone',
    memory: 'by host',
    responses: fileResponses('The feed', 'application/rss+xml'),
  },
})
