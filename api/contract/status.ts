import { type Static, Type as t } from '@sinclair/typebox'
import { BackupStatus } from './backups'
import { declare, ok } from './operation'

/** What a visitor's browser measured on one load of a page (Web Vitals); absent where the browser can't measure it. */
export const VitalsBody = t.Object({
  /** Largest Contentful Paint, in milliseconds. */
  lcp: t.Optional(t.Number({ minimum: 0, maximum: 600_000 })),
  /** Interaction to Next Paint, in milliseconds. */
  inp: t.Optional(t.Number({ minimum: 0, maximum: 600_000 })),
  /** Cumulative Layout Shift, a sum without a unit. */
  cls: t.Optional(t.Number({ minimum: 0, maximum: 1_000 })),
})
export type VitalsBody = Static<typeof VitalsBody>

/** Within 2.5 % of the exact value, so it may be above the maximum of the reports. */
const Percentile = t.Optional(t.Number({ minimum: 0 }))

/** The 75th percentiles of the last 28 days, with the number of page loads; a value is absent if nobody has reported it. */
export const Vitals = t.Object({
  lcp: Percentile,
  inp: Percentile,
  cls: Percentile,
  views: t.Integer(),
})
export type Vitals = Static<typeof Vitals>

/** The state of the site, for the band. */
export const SiteStatus = t.Object({
  /** The program's version. */
  version: t.String(),
  disk: t.Object({
    /** Bytes; absent if the database's server does not say. */
    free: t.Optional(t.Integer()),
    /** Whether so little is free that uploads are refused. */
    isFull: t.Boolean(),
  }),
  backup: t.Object({
    /** How many automatic backups are stored at most; 0 when they are off. */
    keep: t.Integer(),
    /** When the last one was finished (RFC 3339, UTC). */
    lastAt: t.Optional(t.String({ format: 'date-time' })),
    ...BackupStatus.properties,
  }),
  mail: t.Object({
    isOn: t.Boolean(),
    /** Whether a server has accepted a mail. */
    wasAccepted: t.Boolean(),
  }),
  push: t.Object({
    /** Subscriptions of visitors. */
    subscriptions: t.Integer(),
    /** Phones of the band. */
    bandPhones: t.Integer(),
    /** Whether a push service has accepted a message to a phone of the band. */
    wasAccepted: t.Boolean(),
  }),
  vitals: Vitals,
})
export type SiteStatus = Static<typeof SiteStatus>

export const statusOperations = declare({
  status: {
    route: 'GET /api/admin/status',
    summary: 'State of disk, backups, mail and push, the version, and visitors’ Web Vitals',
    responses: ok('The state of the site', SiteStatus),
  },
  addVitals: {
    route: 'POST /api/vitals',
    summary:
      'Report how fast a page was; stored as counts per day, without anything about the visitor',
    access: 'anyone',
    json: VitalsBody,
    responses: { 204: { description: 'It is counted, or ignored' } },
  },
})
