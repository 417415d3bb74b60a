import { type Static, Type as t } from '@sinclair/typebox'
import { limits } from '../shared/limits'
import { declare, ok } from './operation'
import { LineOfText } from './text'

const Mailbox = t.String({ format: 'email', maxLength: limits.email })

/** Where mail about enquiries goes. An absent field keeps its value; an empty `host` turns mail off. */
export const MailBody = t.Object({
  /** The server that takes the mail (SMTP, RFC 5321). */
  host: t.Optional(LineOfText),
  /** On 465, the connection is encrypted from its beginning; on other ports, as soon as the server offers it (RFC 8314). */
  port: t.Optional(t.Integer({ minimum: 1, maximum: 65_535 })),
  username: t.Optional(LineOfText),
  password: t.Optional(t.String({ minLength: 1, maxLength: limits.password })),
  from: t.Optional(Mailbox),
  to: t.Optional(Mailbox),
})
export type MailBody = Static<typeof MailBody>

export const MailSettingsResponse = t.Object({
  mail: t.Object({
    host: t.Optional(t.String()),
    port: t.Optional(t.Integer()),
    username: t.Optional(t.String()),
    from: t.Optional(t.String()),
    to: t.Optional(t.String()),
    hasPassword: t.Boolean(),
    /** Whether the environment (SMTP_URL) determines them, so that they can't be changed here. */
    isFromEnvironment: t.Boolean(),
  }),
})
export type MailSettingsResponse = Static<typeof MailSettingsResponse>

export const MailTestResponse = t.Object({
  isAccepted: t.Boolean(),
  /** What the mail server responded, or why it could not be reached. */
  response: t.String(),
})

const mailPath = '/api/admin/mail'

export const mailOperations = declare({
  mail: {
    route: `GET ${mailPath}`,
    summary: 'Where mail about enquiries goes, without the password',
    responses: ok('The settings', MailSettingsResponse),
  },
  changeMail: {
    route: `PUT ${mailPath}`,
    summary: 'Change where mail about enquiries goes, unless the environment determines it',
    json: MailBody,
    isVerbatim: true,
    responses: ok('The settings', MailSettingsResponse),
    problems: [409],
  },
  testMail: {
    route: `POST ${mailPath}/test`,
    summary: 'Send a mail to the band',
    responses: ok('What the server responded', MailTestResponse),
    problems: [409],
  },
})
