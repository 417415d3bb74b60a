import { createTransport, type SendMailOptions } from 'nodemailer'
import { startBackgroundTask } from '../process/background-task'
import type { Logger } from '../process/log'
import type { EnquiryRecord, EnquiryRepository } from './enquiries.repository'

export interface MailSettings {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  url: string
  from: string
  to: string
}

interface Dependencies {
  settings: MailSettings
  repository: EnquiryRepository
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
export function createEnquiryMail({ settings, repository, log }: Dependencies) {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: responseTimeout,
    greetingTimeout: responseTimeout,
    socketTimeout: responseTimeout,
  })

  async function sendDue(stopping: AbortSignal) {
    while (!stopping.aborted) {
      const enquiry = await repository.claimMail(mailBackoff)
      if (!enquiry) return
      try {
        await transport.sendMail(mailOf(enquiry, settings))
        await repository.markMailed(enquiry._id)
      } catch (err) {
        const id = enquiry._id.toHexString()
        if (isPermanentFailure(err, enquiry.mailAttempts ?? 0)) {
          await repository.markMailFailed(enquiry._id)
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
    /** Sends the due mails after the current run. */
    flush: task.requestRun,
    async stop() {
      await task.stop()
      transport.close()
    },
  }
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
export function mailOf(enquiry: EnquiryRecord, { from, to }: MailSettings): SendMailOptions {
  const { _id, name, email, message } = enquiry
  return {
    from,
    to,
    replyTo: { name, address: email },
    subject: `Booking enquiry from ${name}`,
    messageId: `<enquiry-${_id.toHexString()}@${domainOf(from)}>`,
    text: `${message}\n\n— ${name} <${email}>\n\nReply to this mail to answer.\n`,
    html: [
      `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>`,
      `<p>— ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</p>`,
      '<p>Reply to this mail to answer.</p>',
    ].join('\n'),
  }
}

const domainOf = (mailbox: string) => /@([^\s<>]+?)>?$/.exec(mailbox)?.[1] ?? 'localhost'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
