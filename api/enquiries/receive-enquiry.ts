import { type Enquiry, type EnquiryBody, EnquiryForm } from '../contract/enquiries'
import type { ToProblem } from '../http/error-mapping'
import { fingerprintOf } from '../http/idempotency-key'
import { type Problem, tooManyRequests } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { readForm } from '../http/request-body'
import type { RequestContext } from '../http/request-context'
import { validateText } from '../http/validation'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import type { NightState } from '../shared/night-answers'
import type { EnquiryRepository } from './enquiries.repository'
import type { createEnquiryMail } from './enquiry-mail'
import type { openEnquiryRateRepository } from './enquiry-rate.repository'
import { toEnquiry } from './enquiry-record'
import type { MailSettingsRepository } from './mail-settings'

/** What receiving an enquiry needs of the rest of the site. */
export interface ReceiverServices {
  receipts: Receipts
  rateLimit: boolean
  /** Renders the booking page after its form was sent without scripts. */
  renderBooking: (
    request: Request,
    result: {
      refused?: { fields: Record<string, string>; problem: Problem }
      reference?: string
      /** Whether the band is free on the day that the enquiry is about. */
      night?: NightState
    },
  ) => Promise<Response>
  /** Whether the band is free on a day. */
  nightOf: (day: string) => Promise<NightState>
  /** Sends push messages about a new enquiry. */
  announce: (enquiry: Enquiry, site: string) => Promise<void>
  responses: Pick<PublicResponses, 'siteOf'>
  toProblem: ToProblem
  log: Logger
}

interface Dependencies extends ReceiverServices {
  repository: EnquiryRepository
  rates: Awaited<ReturnType<typeof openEnquiryRateRepository>>
  settings: Pick<MailSettingsRepository, 'current'>
  mail: Pick<ReturnType<typeof createEnquiryMail>, 'flush'>
}

/** Milliseconds. A person takes longer to fill in the form. */
const minFillTime = 1_500

/** Whether a bot sent an enquiry: it filled in the hidden field, or it filled in the form too fast. The
 * response does not reveal the result. */
const isSpam = ({ website = '', filledFor }: EnquiryBody) =>
  website !== '' || (filledFor !== undefined && filledFor < minFillTime)

/** Receives the enquiries of visitors, and tells the band. */
export function createReceiver(dependencies: Dependencies) {
  const { repository, receipts, rates, settings, mail, rateLimit, log } = dependencies
  const { renderBooking, toProblem } = dependencies

  const receive = (context: RequestContext, body: EnquiryBody, key: string | undefined) => {
    const { website: _, filledFor: __, ...content } = body
    return receipts.once({ scope: 'enquiries', key, content }, () => add(context, body, key))
  }

  async function add({ address, request }: RequestContext, body: EnquiryBody, key?: string) {
    const spam = isSpam(body)
    const { wait, isUnsure } = rateLimit
      ? await rates.take(address, spam)
      : { wait: 0, isUnsure: false }
    if (wait > 0)
      throw tooManyRequests('There were too many messages of late. Please try again later.', wait)
    const isMailed = !spam && !isUnsure && (await settings.current()) !== undefined
    const marks = { isSpam: spam, isUnsure, isMailed }
    const { after, isFirst } = await repository.add(body, key, marks)
    if (isFirst) log.info(marks, 'booking enquiry')
    void mail.flush()
    // Also for a repeated request, because the process may have ended before it announced the first one. A message takes the place of
    // an earlier one about the same enquiry.
    if (!after.isSpam && !after.isUnsure)
      await dependencies
        .announce(toEnquiry(after), dependencies.responses.siteOf(request))
        .catch((err: unknown) =>
          log.error({ err }, 'push messages about an enquiry could not be sent'),
        )
    return { receivedAt: after.receivedAt.toISOString(), reference: after.reference ?? '' }
  }

  /** Receives the form of a browser without scripts, and responds with the page. Reloading the page does not store the
   * enquiry twice. */
  async function receiveForm(context: RequestContext): Promise<Response> {
    const { request } = context
    let fields = {}
    try {
      fields = await readForm(request)
      const body = validateText(EnquiryForm, withTypes(fields))
      const { reference } = await receive(context, body, keyOf(body))
      // The message is stored; only the answer about the date may be missing.
      const night = body.date && (await dependencies.nightOf(body.date).catch(() => undefined))
      return renderBooking(request, { reference, ...(night && { night }) })
    } catch (error) {
      return renderBooking(request, { refused: { fields, problem: toProblem(error, context) } })
    }
  }

  return { receive, receiveForm }
}

/** The fields of a form, which are texts, with the types of the API; the ids of songs are separated by commas. */
function withTypes({ guests = '', songIds = '', ...texts }: Record<string, string>) {
  const ids = songIds.split(',').filter(Boolean)
  return { ...texts, ...(guests !== '' && { guests: Number(guests) }), songIds: ids }
}

/** The idempotency key of a form sent without scripts: the same text on the same day is the same enquiry. */
function keyOf({ website: _, ...content }: EnquiryForm): string {
  const day = new Date().toISOString().slice(0, 10)
  return `form-${fingerprintOf([day, content])}`
}
