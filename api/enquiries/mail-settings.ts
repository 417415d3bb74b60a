import type { Db } from 'mongodb'
import type { MailBody, MailSettingsResponse } from '../contract/mail'
import { invalid, invalidField, Problem } from '../http/problem'

export interface MailSettings {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  url: string
  from: string
  to: string
}

interface MailRecord extends Omit<MailBody, 'host'> {
  _id: 'mail'
  host: string
}

/** The settings with which a server has accepted a mail. */
interface AcceptedRecord {
  _id: 'accepted mail'
  /** As `withoutPassword` returns them. */
  settings: string
}

const defaultPort = 465

/** Where mail about enquiries goes: from the environment, otherwise from the database, where the band sets it. */
export function openMailSettings(db: Db, environment: MailSettings | undefined) {
  const settings = db.collection<MailRecord>('settings')
  const accepted = db.collection<AcceptedRecord>('settings')
  const read = () => settings.findOne({ _id: 'mail' })

  /** Undefined if mail is off. */
  async function current(): Promise<MailSettings | undefined> {
    if (environment) return environment
    const record = await read()
    return record?.from && record.to
      ? { url: urlOf(record), from: record.from, to: record.to }
      : undefined
  }

  return {
    current,

    async view(): Promise<MailSettingsResponse> {
      const shown = environment ? fromUrl(environment) : ((await read()) ?? undefined)
      const { host, port, username, password, from, to } = shown ?? {}
      return {
        mail: {
          ...(host && { host, port: port ?? defaultPort }),
          ...(username && { username }),
          ...(from && { from }),
          ...(to && { to }),
          hasPassword: Boolean(password),
          isFromEnvironment: environment !== undefined,
        },
      }
    },

    /** @param changes an empty text clears a field; an empty host clears all
     * @throws Problem 409 if the environment determines the settings; 422 if one is missing, the host is no name, or the server
     * changes and no password is sent */
    async change(changes: MailBody): Promise<void> {
      if (environment)
        throw new Problem(409, 'SMTP_URL, MAIL_FROM and MAIL_TO determine where mail goes.')
      if ((changes.host as string | undefined) === '') {
        await settings.deleteOne({ _id: 'mail' })
        return
      }
      const before = await read()
      const after: Partial<MailRecord> = { _id: 'mail', ...before, ...changes }
      // Otherwise somebody with a stolen token could have the stored password sent to their own server.
      if (
        before?.password &&
        changes.password === undefined &&
        after.username &&
        !isSameServer(before, after as MailRecord)
      )
        throw invalidField(
          'password',
          'Please enter the password again: it is stored for the former server.',
        )
      const missing = (['host', 'from', 'to'] as const).filter((field) => !after[field])
      if (missing.length > 0)
        throw invalid(missing.map((field) => ({ field, message: 'This field is required.' })))
      if (!isHostName(after as MailRecord))
        throw invalidField('host', 'This must be the name of a server, such as smtp.example.org.')
      await settings.replaceOne({ _id: 'mail' }, after as MailRecord, { upsert: true })
    },

    async noteAccepted(used: MailSettings): Promise<void> {
      const record = { settings: withoutPassword(used) }
      await accepted.replaceOne({ _id: 'accepted mail' }, record, { upsert: true })
    },

    /** Whether a server has accepted a mail with the present settings, apart from the password. */
    async wasAccepted(): Promise<boolean> {
      const [used, record] = await Promise.all([
        current(),
        accepted.findOne({ _id: 'accepted mail' }),
      ])
      return used !== undefined && record?.settings === withoutPassword(used)
    },
  }
}

/** The settings that are compared, as one text. */
function withoutPassword({ url, from, to }: MailSettings): string {
  const { protocol, username, host } = new URL(url)
  return [protocol, username, host, from, to].join(' ')
}

const isSameServer = (one: MailRecord, other: MailRecord) =>
  urlOf({ ...one, password: '' }) === urlOf({ ...other, password: '' })

/** Whether the host is a host name only, without a port, a path or spaces. */
const isHostName = (record: MailRecord) => URL.parse(urlOf(record))?.hostname === record.host

export type MailSettingsRepository = ReturnType<typeof openMailSettings>

function urlOf({ host, port = defaultPort, username, password }: MailRecord): string {
  const credentials = username
    ? `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@`
    : ''
  return `${port === defaultPort ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`
}

function fromUrl({ url, from, to }: MailSettings) {
  const { hostname: host, port, protocol, username, password } = new URL(url)
  const usual = protocol === 'smtps:' ? defaultPort : 587
  return {
    host,
    port: Number(port) || usual,
    username: decodeURIComponent(username),
    password,
    from,
    to,
  }
}
