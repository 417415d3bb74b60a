import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { listPaths } from '../shared/site-map'
import { declare, ok } from './operation'
import { PictureReference } from './pictures'
import { asRead } from './record'
import { LineOfText, lineOf, oneOf, textOf, WebUrl } from './text'
import { Edition } from './version'

const Paragraph = textOf(limits.paragraph)
const Paragraphs = t.Array(Paragraph, { maxItems: limits.paragraphs })
const Lines = t.Array(LineOfText, { maxItems: limits.lines })

const SitePath = t.String({
  pattern: '^/(?!/)[^\\s\\\\]+$',
  maxLength: limits.url,
  description: 'This must be the address of a file of this site.',
})

export const SiteLink = t.Object({ label: LineOfText, url: WebUrl })

const Hex = t.String({
  pattern: '^#[\\da-fA-F]{6}$',
  description: 'This must be a colour, written as #rrggbb.',
})
const Colour = t.Object({ day: Hex, night: Hex })

export const Member = t.Object({
  name: t.Optional(lineOf(limits.name)),
  role: t.Optional(LineOfText),
  biography: t.Optional(Paragraphs),
  photo: t.Optional(PictureReference),
})
export type Member = Static<typeof Member>

export const Video = t.Object({
  title: LineOfText,
  /** One line under the title. */
  about: t.Optional(LineOfText),
  provider: oneOf('youtube', 'vimeo', 'file'),
  /** The provider's id of the video; for `file`, its path on this site. */
  source: t.String({
    minLength: 1,
    maxLength: limits.url,
    pattern: '^\\S+$',
    description: 'This must be the address of a video, without spaces.',
  }),
  picture: t.Optional(PictureReference),
  /** The path of a WebVTT file, for `file`. */
  captions: t.Optional(SitePath),
  /** The day of publication. Search engines require it to list a video. */
  publishedOn: t.Optional(t.String({ format: 'date' })),
})
export type Video = Static<typeof Video>

/** The fields that every site has. */
const RequiredFields = {
  name: lineOf(limits.name),
  /** An IANA time zone, which determines the current day. */
  timeZone: t.String({ format: 'time-zone', maxLength: 64 }),
  /** The background and the four stripes, in the light (`day`) and the dark (`night`) colour scheme. */
  colours: t.Object({ ground: Colour, hot: Colour, amber: Colour, gold: Colour, teal: Colour }),
}

const OptionalFields = {
  /** The label of the home screen icon. */
  shortName: lineOf(limits.shortName),
  town: LineOfText,
  /** The region and the country (ISO 3166-1 alpha-2) of the shows' postal addresses: search engines, maps and calendars
   * need them to distinguish London, Ontario, from London, England. */
  region: LineOfText,
  country: t.String({ format: 'country' }),
  genre: LineOfText,
  /** The heading of the home page. */
  tagline: LineOfText,
  /** The text below the tagline; also the description for search engines. */
  introduction: textOf(limits.note),
  /** The paragraphs of the welcome text. */
  welcome: Paragraphs,
  /** The text beside the booking form. */
  bookingInvitation: textOf(limits.note),
  /** Information for organisers beside the booking form. */
  booking: t.Object({
    /** A list of what is included, a few words each. */
    includes: t.Optional(Lines),
    /** Where the band plays. */
    travel: t.Optional(LineOfText),
    /** How soon the band answers. */
    answer: t.Optional(LineOfText),
    phone: t.Optional(LineOfText),
    email: t.Optional(t.String({ format: 'email', maxLength: limits.email })),
  }),
  /** BCP 47; `en-CA` if it is absent. */
  locale: t.String({ format: 'locale', maxLength: 35 }),
  /** The contact for vulnerability reports, published in `/.well-known/security.txt` (RFC 9116). */
  securityContact: t.String({
    pattern: '^(mailto:|https:)[^\\s\\u0000-\\u001f\\u007f]+$',
    maxLength: limits.url,
    description: 'This must begin with mailto: or https:.',
  }),
  /** The two links in the header. */
  network: SiteLink,
  playlist: SiteLink,
  /** More links, in the footer. */
  links: t.Array(SiteLink, { maxItems: 8 }),
  cover: PictureReference,
  promo: t.Object({
    mp4: t.Optional(SitePath),
    webm: t.Optional(SitePath),
    poster: t.Optional(PictureReference),
    description: t.Optional(LineOfText),
  }),
  members: t.Array(Member, { maxItems: 12 }),
  videos: t.Array(Video, { maxItems: 24 }),
  biography: t.Object({
    short: t.Optional(textOf(limits.note)),
    long: t.Optional(textOf(limits.message)),
  }),
  brings: Lines,
  needs: Lines,
  quotes: t.Array(
    t.Object({
      text: textOf(limits.note),
      source: t.Optional(LineOfText),
      url: t.Optional(WebUrl),
    }),
    { maxItems: 12 },
  ),
  priceFrom: LineOfText,
  radius: LineOfText,
  insurance: LineOfText,
  files: t.Array(
    t.Object({ label: LineOfText, src: SitePath, size: t.Optional(t.Integer({ minimum: 0 })) }),
    { maxItems: 12 },
  ),
}

/** A change of the site: an absent field keeps its value, and an empty text or list clears an optional one. */
export const SiteBody = t.Partial(t.Object({ ...RequiredFields, ...OptionalFields }))
export type SiteBody = Static<typeof SiteBody>

/** The names of the fields that can't be cleared. */
export const requiredFields = Object.keys(RequiredFields) as (keyof typeof RequiredFields)[]

/** The band's own words, pictures and colours. */
export const Site = asRead(
  t.Composite([t.Object(RequiredFields), t.Partial(t.Object(OptionalFields))]),
)
export type Site = Static<typeof Site>

export const SiteResponse = t.Object({ site: Site })
export type SiteResponse = Static<typeof SiteResponse>

export const AdminSiteResponse = t.Object({
  site: Site,
  ...Edition.properties,
  /** The contents before the last changes, oldest first: what can be taken back. */
  earlier: t.Array(Site),
  /** The value of each changed field before its last change; null if it had none. */
  before: t.Record(t.String(), t.Unknown()),
})
export type AdminSiteResponse = Static<typeof AdminSiteResponse>

/** The stored words in a 412 response. */
const VersionedSite = t.Composite([Site, Edition])

const adminSitePath = '/api/admin/site'

export const siteOperations = declare({
  site: {
    route: `GET ${listPaths.site}`,
    summary: "The band's own words, pictures and colours",
    access: 'anyone',
    memory: 'shared',
    responses: {
      200: { description: 'The words', schema: SiteResponse },
      304: { description: 'The client has them already' },
    },
  },
  adminSite: {
    route: `GET ${adminSitePath}`,
    summary: 'The same with their version, for changing them',
    responses: ok('The words', AdminSiteResponse),
  },
  changeSite: {
    route: `PUT ${listPaths.site}`,
    summary: 'Change some of the fields',
    json: SiteBody,
    versioned: VersionedSite,
    responses: ok('The changed words', AdminSiteResponse),
  },
  undoSite: {
    route: `POST ${adminSitePath}/undo`,
    summary: 'Take the last change back',
    versioned: VersionedSite,
    responses: ok('The words before the change', AdminSiteResponse),
    problems: [409],
  },
})
