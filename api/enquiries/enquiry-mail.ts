import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Logger } from '../process/log'
import type { EnquiryRecord, EnquiryRepository } from './enquiries.repository'

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where there are any. */
  url: string
  from: string
  to: string
}

interface Dependencies {
  settings: MailSettings
  repository: EnquiryRepository
  log: Logger
}

const answerTimeout = 20_000
const stopPatience = 3_000
const firstBackoff = 60_000
const longestBackoff = 6 * 60 * 60_000
/** Another process may have left a mail behind: so often it is looked for (milliseconds). */
const lookEvery = 30_000

/** Milliseconds from an attempt to the next: a minute, doubling, up to six hours. */
export const mailBackoff = (attempts: number) =>
  Math.min(firstBackoff * 2 ** (attempts - 1), longestBackoff)

/** Mails each stored enquiry to the band, once if all goes well; what fails is tried again, across restarts and
 * by whichever process comes first. A mail carries its enquiry's id, so that mailboxes know a double. */
export function createEnquiryMail({ settings, repository, log }: Dependencies) {
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: answerTimeout,
    greetingTimeout: answerTimeout,
    socketTimeout: answerTimeout,
  })
  let isStopped = false
  let sending: Promise<void> = Promise.resolve()

  async function sendDue() {
    while (!isStopped) {
      const enquiry = await repository.claimMail(mailBackoff)
      if (!enquiry) return
      try {
        await transport.sendMail(mailOf(enquiry, settings))
        await repository.noteMailed(enquiry._id)
      } catch (err) {
        const id = enquiry._id.toHexString()
        if (isForGood(err, enquiry.mailAttempts ?? 0)) {
          await repository.noteMailFailed(enquiry._id)
          log.error({ err, enquiry: id }, 'an enquiry could not be mailed, and is tried no more')
        } else log.warn({ err, enquiry: id }, 'an enquiry could not be mailed yet')
      }
    }
  }

  /** Sends what is due, after what is being sent. */
  function flush() {
    sending = sending
      .then(sendDue)
      .catch((err: unknown) => log.warn({ err }, 'the enquiries to mail could not be read'))
    return sending
  }

  const timer = setInterval(() => void flush(), lookEvery)
  void flush()
  return {
    flush,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const impatient = new Promise((resolve) => setTimeout(resolve, stopPatience))
      await Promise.race([sending, impatient])
      transport.close()
    },
  }
}

/** Attempts of about three days by `mailBackoff`. */
const mostAttempts = 20

/** Whether sending a mail has failed for good: the server refused its envelope or its text (5xx, RFC 5321, 4.2.1), or
 * has not taken it for three days. A refused login may be put right in the settings, and is tried again. */
export function isForGood(error: unknown, attempts: number): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
  return isRefused || attempts >= mostAttempts
}

/** The mail of an enquiry. nodemailer encodes each header, so that no text can add one. */
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
