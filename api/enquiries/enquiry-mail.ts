import type { ObjectId } from 'mongodb'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Site } from '../contract/site'
import { Problem } from '../http/problem'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import type { BandNews } from '../shared/band-news'
import { localTimeOf } from '../shared/band-time'
import { detailsOf } from '../shared/enquiry-details'
import { escapeMarkup } from '../shared/escape-markup'
import { withQuote } from '../shared/reply-text'
import { longDate } from '../shared/show-dates'
import type { EnquiryRepository } from './enquiries.repository'
import type { EnquiryRecord } from './enquiry-record'
import type { MailSettings, MailSettingsRepository } from './mail-settings'

/** What mails say about the band. */
type MailBand = Pick<Site, 'name' | 'timeZone'>

interface Dependencies {
  band: () => MailBand
  settings: MailSettingsRepository
  repository: EnquiryRepository
  /** The stored songs with these ids. */
  storedSongs: (ids: readonly string[] | undefined) => readonly { title: string }[]
  log: Logger
}

/** Milliseconds. */
const responseTimeout = 20_000
const stopTimeout = 3_000
const firstBackoff = 60_000
const maxBackoff = 6 * 60 * 60_000
/** Milliseconds between checks for due mails, which another process may not have sent. */
const checkInterval = 30_000

/** Milliseconds from an attempt to the next: a minute, doubling, up to six hours. */
export const mailBackoff = (attempts: number) =>
  Math.min(firstBackoff * 2 ** (attempts - 1), maxBackoff)

/** Mails each stored enquiry to the band. Failed mails are sent again, also after a restart and by any process, so a
 * mail may be sent twice. Its Message-ID contains the enquiry's id, so that mailboxes can detect duplicates. */
export function createEnquiryMail(dependencies: Dependencies) {
  const { settings, repository, band, storedSongs, log } = dependencies

  /** Mails a confirmation to the sender. A failed attempt is not repeated, because the band replies in any case. */
  async function confirm(enquiry: EnquiryRecord, current: MailSettings) {
    if (enquiry.reference === undefined) return
    try {
      await send(current, confirmationOf(enquiry, band(), current))
    } catch (err) {
      log.warn({ err, enquiry: enquiry._id.toHexString() }, 'the confirmation could not be sent')
    }
  }

  async function sendDue(stopping: AbortSignal) {
    const current = await settings.current()
    while (current && !stopping.aborted) {
      const enquiry = await repository.claimMail(mailBackoff)
      if (!enquiry) return
      const songs = storedSongs(enquiry.songIds).map(({ title }) => title)
      try {
        await send(current, mailOf(enquiry, current, songs))
        await repository.endMail(enquiry._id, 'sent')
        await confirm(enquiry, current)
      } catch (err) {
        const id = enquiry._id.toHexString()
        if (isPermanentFailure(err, enquiry.mailAttempts ?? 0)) {
          await repository.endMail(enquiry._id, 'failed')
          log.error({ err, enquiry: id }, 'an enquiry could not be mailed, and is tried no more')
        } else log.warn({ err, enquiry: id }, 'an enquiry could not be mailed yet')
      }
    }
  }

  const task = startBackgroundTask({
    run: sendDue,
    onError: (err) => log.warn({ err }, 'the enquiries to mail could not be read'),
    interval: checkInterval,
    stopTimeout,
  })
  return {
    /** Sends a mail to the band.
     * @returns whether the server accepted it, and what it responded
     * @throws Problem 409 if mail is off */
    async test() {
      const current = await settings.current()
      if (!current) throw mailIsOff()
      try {
        const { response } = await send(current, {
          from: current.from,
          to: current.to,
          subject: `${band().name}: mail about enquiries works`,
          text: 'Booking enquiries will arrive like this mail.\n',
        })
        await settings.noteAccepted(current)
        return { isAccepted: true, response }
      } catch (error) {
        return { isAccepted: false, response: reasonOf(error as Error) }
      }
    },
    /** Sends a reply of the band to the sender of an enquiry.
     * @throws Problem 409 if mail is off, 502 if the mail server does not accept it */
    async reply(enquiry: EnquiryRecord, text: string): Promise<void> {
      const current = await settings.current()
      if (!current) throw mailIsOff()
      try {
        await send(current, replyOf(enquiry, text, band(), current))
      } catch (err) {
        log.warn({ err, enquiry: enquiry._id.toHexString() }, 'a reply could not be sent')
        throw new Problem(502, 'The mail server did not accept the reply.')
      }
    },
    /** Sends news to the band, if mail is on.
     * @throws the error of the mail server */
    async notify({ title, body, address }: BandNews): Promise<void> {
      const current = await settings.current()
      if (!current) return
      const { from, to } = current
      const text = `${body}\n\n${address}\n`
      await send(current, { from, to, subject: title, text })
    },
    /** Sends the due mails after the current run. */
    flush: task.requestRun,
    stop: task.stop,
  }
}

const mailIsOff = () => new Problem(409, 'Set up mail first.')

/** Sends a mail over a connection of its own. */
async function send({ url }: MailSettings, mail: SendMailOptions) {
  const transport = createTransport({
    url,
    connectionTimeout: responseTimeout,
    greetingTimeout: responseTimeout,
    socketTimeout: responseTimeout,
  })
  return transport.sendMail(mail).finally(() => transport.close())
}

/** With `mailBackoff`, these take about three days. */
const maxAttempts = 20

/** Whether sending a mail has failed permanently: the server refused its envelope or its message (5xx, RFC 5321,
 * 4.2.1), or all attempts have failed. A refused login is not permanent, because the settings may be corrected. */
export function isPermanentFailure(error: unknown, attempts: number): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
  return isRefused || attempts >= maxAttempts
}

/** The mail of an enquiry. nodemailer encodes each header, so a text can't inject one. */
export function mailOf(
  enquiry: EnquiryRecord,
  { from, to }: MailSettings,
  songs: readonly string[],
): SendMailOptions {
  const { _id, name, email, message, phone, reference } = enquiry
  const wishes = songs.length > 0 && `Songs: ${songs.join(', ')}`
  const facts = [detailsOf(enquiry), wishes, phone, reference].filter(Boolean).join('\n')
  const details = facts && `${facts}\n\n`
  return {
    from,
    to,
    replyTo: { name, address: email },
    subject: `Booking enquiry from ${name}`,
    messageId: `<enquiry-${_id.toHexString()}@${domainOf(from)}>`,
    text: `${details}${message}\n\n— ${name} <${email}>\n\nReply to this mail to answer.\n`,
    html: [
      ...(facts ? [`<p style="white-space:pre-wrap">${escapeMarkup(facts)}</p>`] : []),
      `<p style="white-space:pre-wrap">${escapeMarkup(message)}</p>`,
      `<p>— ${escapeMarkup(name)} &lt;${escapeMarkup(email)}&gt;</p>`,
      '<p>Reply to this mail to answer.</p>',
    ].join('\n'),
  }
}

/** The mail to the sender. It contains nothing that the sender has written, since anybody can enter anybody's address. */
function confirmationOf(
  { _id, email, receivedAt, reference }: EnquiryRecord,
  { name: bandName, timeZone }: MailBand,
  { from, to }: MailSettings,
): SendMailOptions {
  const day = longDate(localTimeOf(timeZone, receivedAt).date)
  return {
    from,
    to: { name: '', address: email },
    replyTo: to,
    subject: `${bandName}: your message ${reference}`,
    messageId: confirmationId(_id, from),
    // RFC 3834: no out-of-office reply to it.
    headers: { 'auto-submitted': 'auto-replied' },
    text: `We received your message on ${day}. Its reference is ${reference}. We will answer you.\n\n${bandName}\n`,
  }
}

/** A reply of the band, followed by the quoted enquiry; Reply-To is the band's address. */
function replyOf(
  { _id, email, name, message, reference }: EnquiryRecord,
  text: string,
  { name: bandName }: MailBand,
  { from, to }: MailSettings,
): SendMailOptions {
  return {
    from,
    to: { name, address: email },
    replyTo: to,
    subject: `Re: ${[`your message to ${bandName}`, reference].filter(Boolean).join(', ')}`,
    // RFC 5322, 3.6.4: mail programs show it below the confirmation.
    inReplyTo: confirmationId(_id, from),
    references: confirmationId(_id, from),
    text: withQuote(text, message),
  }
}

/** The Message-ID of the confirmation of an enquiry. */
const confirmationId = (id: ObjectId, from: string) =>
  `<confirmation-${id.toHexString()}@${domainOf(from)}>`

const domainOf = (mailbox: string) => /@([^\s<>]+?)>?$/.exec(mailbox)?.[1] ?? 'localhost'

/** Why a mail was not accepted: the server's response, or a sentence if the server can't be reached. */
const reasonOf = ({ message }: Error) =>
  /\bE(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)\b|timeout/i.test(
    message,
  )
    ? 'The mail server can’t be reached. Check its name and its port.'
    : message
