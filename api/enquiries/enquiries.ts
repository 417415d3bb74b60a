import { createHash } from 'node:crypto'
import { type Db, ObjectId } from 'mongodb'
import {
  type Enquiry,
  type EnquiryBody,
  EnquiryForm,
  type EnquiryReceipt,
  enquiryOperations,
} from '../contract/enquiries'
import { mailOperations } from '../contract/mail'
import type { AdminShow, ShowBody } from '../contract/shows'
import type { ToProblem } from '../http/error-mapping'
import { versionTag } from '../http/if-match'
import { invalid, Problem, tooManyRequests } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { readForm } from '../http/request-body'
import type { RequestContext } from '../http/request-context'
import { type Authorise, type Call, implement, reply, type Session } from '../http/route'
import { validateText } from '../http/validation'
import type { Bin } from '../mongo/bin'
import type { Receipts } from '../mongo/receipts'
import type { Logger } from '../process/log'
import type { BandNews } from '../shared/band-news'
import { localTimeOf } from '../shared/band-time'
import { limits } from '../shared/limits'
import type { NightState } from '../shared/night-answers'
import { startHoldReminders } from './ending-holds'
import { type EnquiryRepository, openEnquiryRepository } from './enquiries.repository'
import { createEnquiryMail } from './enquiry-mail'
import { openEnquiryRateRepository } from './enquiry-rate.repository'
import { type EnquiryRecord, toEnquiry } from './enquiry-record'
import { startRetention } from './enquiry-retention'
import { cursorOf } from './inbox-queries'
import { type MailSettings, openMailSettings } from './mail-settings'
import { openReplyTemplates } from './reply-templates'
import { isSpam } from './spam'

interface Dependencies {
  db: Db
  receipts: Receipts
  bin: Bin
  authorise: Authorise
  rateLimit: boolean
  /** Months after which an enquiry is deleted; 0 for never. */
  months: number
  band: () => { name: string; town?: string; timeZone: string }
  /** The stored songs with these ids, in the order of the ids. */
  storedSongs: (ids: readonly string[] | undefined) => readonly { _id: string; title: string }[]
  /** Stores a show once for each key.
   * @returns the show, which may be an earlier one */
  addShow: (show: ShowBody, key: string, request: Request) => Promise<AdminShow>
  /** Where mail goes according to the environment. */
  mail: MailSettings | undefined
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
  /** Sends a push message to the band's phones. */
  notifyBand: (news: BandNews) => Promise<void>
  /** Whether a push service has accepted such a message. */
  isReachedByPush: () => Promise<boolean>
  responses: PublicResponses
  toProblem: ToProblem
  log: Logger
}

/** Booking enquiries: receiving, storing, mailing and deleting them, and the band's inbox. */
export async function createEnquiries(dependencies: Dependencies) {
  const { db, receipts, bin, authorise, rateLimit, renderBooking, nightOf, toProblem, log } =
    dependencies
  const { siteOf } = dependencies.responses
  const [repository, rates] = await Promise.all([
    openEnquiryRepository(db, bin),
    openEnquiryRateRepository(db),
  ])
  const settings = openMailSettings(db, dependencies.mail)
  const mail = createEnquiryMail({
    settings,
    repository,
    band: dependencies.band,
    storedSongs: dependencies.storedSongs,
    log,
  })
  const templates = openReplyTemplates(db)
  const now = () => localTimeOf(dependencies.band().timeZone, new Date())
  const reminders = startHoldReminders({
    repository,
    now,
    push: dependencies.notifyBand,
    mail: mail.notify,
    isReachedByPush: dependencies.isReachedByPush,
    log,
  })
  const stopRetention = startRetention({
    repository,
    months: dependencies.months,
    today: () => now().date,
    log,
  })

  const receive = (context: RequestContext, body: EnquiryBody, key: string | undefined) => {
    const { website: _, filledFor: __, ...content } = body
    return receipts.once({ scope: 'enquiries', key, content }, () => add(context, body, key))
  }

  async function add(
    { address, request }: RequestContext,
    body: EnquiryBody,
    key: string | undefined,
  ): Promise<EnquiryReceipt> {
    const spam = isSpam(body)
    const { wait, isUnsure } = rateLimit
      ? await rates.take(address, spam)
      : { wait: 0, isUnsure: false }
    if (wait > 0)
      throw tooManyRequests('There were too many messages of late. Please try again later.', wait)
    const isMailed = !spam && !isUnsure && (await settings.current()) !== undefined
    const marks = { isSpam: spam, isUnsure, isMailed }
    const { after, isFirst } = await repository.add(body, key, marks)
    if (isFirst) {
      log.info(marks, 'booking enquiry')
      void mail.flush()
      if (!spam && !isUnsure)
        await dependencies
          .announce(toEnquiry(after), siteOf(request))
          .catch((err: unknown) =>
            log.error({ err }, 'push messages about an enquiry could not be sent'),
          )
    }
    return { receivedAt: after.receivedAt.toISOString(), reference: after.reference ?? '' }
  }

  /** Receives the form of a browser without scripts, and responds with the page. Reloading the page does not store the
   * enquiry twice. */
  async function receiveForm(context: RequestContext): Promise<Response> {
    const { request } = context
    const fields = await readForm(request)
    try {
      const body = validateText(EnquiryForm, withTypes(fields))
      const { reference } = await receive(context, body, keyOf(body))
      // The message is stored; only the answer about the date may be missing.
      const night = body.date && (await nightOf(body.date).catch(() => undefined))
      return renderBooking(request, { reference, ...(night && { night }) })
    } catch (error) {
      return renderBooking(request, { refused: { fields, problem: toProblem(error, context) } })
    }
  }

  /** Makes a show of an enquiry, and links both.
   * @throws Problem 422 if the enquiry says no date */
  async function makeShow(
    _id: ObjectId,
    visibility: 'draft' | 'private',
    request: Request,
    by: string | undefined,
  ) {
    const enquiry = await repository.read(_id)
    const { date, place, name, phone, email } = enquiry
    if (date === undefined)
      throw invalid([
        {
          field: 'date',
          message: 'This enquiry has no date. Add the show on the page of the shows.',
        },
      ])
    const enquiryId = _id.toHexString()
    const contact = lineFrom([name, phone, email].filter(Boolean).join(', '))
    const venue = place ?? lineFrom(`${name}’s event`)
    const city = dependencies.band().town ?? venue
    const songIds = dependencies.storedSongs([...new Set(enquiry.songIds)]).map(({ _id: id }) => id)
    const setList = songIds.length > 0 ? [{ songIds }] : undefined
    const show = { date, venue, city, visibility, enquiryId, contact, ...(setList && { setList }) }
    const made = await dependencies.addShow(show, `enquiry-${enquiryId}`, request)
    await repository.linkShow(_id, new ObjectId(made._id), by)
    return reply(201, { show: made })
  }

  /** Mails a reply once for each key, and stores it with the enquiry. If the process stops in between, a repeated request is
   * refused, because the reply may have been mailed.
   * @throws Problem 409 if the reply was sent already, or is being sent */
  async function sendReply(
    _id: ObjectId,
    text: string,
    by: string | undefined,
    key: string | undefined,
  ) {
    const content = { id: _id.toHexString(), text }
    const body = await receipts.once({ scope: 'replies', key, content }, async () => {
      const enquiry = await repository.read(_id)
      const isClaimed = key === undefined || (await repository.claimReply(_id, key))
      if (!isClaimed) throw sentAlready()
      try {
        await mail.reply(enquiry, text)
      } catch (error) {
        if (key !== undefined) await repository.releaseReply(_id, key)
        throw error
      }
      const sent = { at: new Date().toISOString(), text, ...(by !== undefined && { by }) }
      return { enquiry: toEnquiry(await repository.addReply(_id, sent)) }
    })
    return reply(201, body)
  }

  const templatesView = async () => ({
    templates: [...(await templates.read())],
    canSend: (await settings.current()) !== undefined,
  })

  const routes = implement(
    enquiryOperations,
    {
      addEnquiry: async ({ context, body, idempotencyKey }) =>
        body ? reply(201, await receive(context, body, idempotencyKey)) : receiveForm(context),
      makeShow: ({ request, parameters, body, session }) =>
        makeShow(new ObjectId(parameters.id), body.visibility, request, authorOf(session)),
      replyToEnquiry: ({ parameters, body, session, idempotencyKey }) =>
        sendReply(new ObjectId(parameters.id), body.text, authorOf(session), idempotencyKey),
      replyTemplates: async () => reply(200, await templatesView()),
      async changeReplyTemplates({ body }) {
        await templates.replace(body.templates)
        return reply(200, await templatesView())
      },
      ...inboxHandlers(repository, siteOf, async () => {
        const reached = [dependencies.isReachedByPush(), settings.wasAccepted()]
        return (await Promise.all(reached)).includes(true)
      }),
    },
    { authorise },
  )
  const mailRoutes = implement(
    mailOperations,
    {
      mail: async () => reply(200, await settings.view()),
      async changeMail({ body }) {
        await settings.change(body)
        return reply(200, await settings.view())
      },
      testMail: async () => reply(200, await mail.test()),
    },
    { authorise },
  )

  return {
    routes: [...routes, ...mailRoutes],
    /** The state of mail, for the band. */
    async mailStatus() {
      const arrived = Promise.all([repository.hasMailed(), settings.wasAccepted()])
      return {
        isOn: (await settings.current()) !== undefined,
        wasAccepted: (await arrived).includes(true),
      }
    },
    /** Mails news to the band, if mail is on. */
    mailBand: mail.notify,
    /** All enquiries, newest first. */
    async *all() {
      for await (const record of repository.all()) yield toEnquiry(record)
    },
    /** Those that hold or book a day between two days. */
    holding: repository.holding,
    /** How the bin names and restores enquiries. */
    binKind: {
      kind: 'enquiry' as const,
      label: ({ name, email }: EnquiryRecord) => `${name}, ${email}`,
      async restore(record: EnquiryRecord) {
        await repository.restore(record)
        return { enquiry: toEnquiry(record) }
      },
    },
    stop: () => Promise.all([stopRetention(), reminders.stop(), mail.stop()]),
  }
}

const sentAlready = () =>
  new Problem(409, 'This reply was sent already, or is being sent. Load the page again to see it.')

type Operations = typeof enquiryOperations

/** Who has made a change: the name of the device, or else its kind. */
const authorOf = ({ deviceName, device }: Session) => deviceName ?? device

/** The handlers of the band's inbox. */
const inboxHandlers = (
  repository: EnquiryRepository,
  siteOf: PublicResponses['siteOf'],
  isReached: () => Promise<boolean>,
) => ({
  async enquiries({ query: { status, before } }: Call<Operations['enquiries']>) {
    const cursor = before === undefined ? undefined : cursorOf(before)
    if (before !== undefined && !cursor)
      throw invalid([{ field: 'before', message: 'This must be the `next` of an earlier page.' }])
    const [{ records, next }, counts, isMailed, isReachedOtherwise] = await Promise.all([
      repository.page(status, cursor),
      repository.counts(),
      repository.hasMailed(),
      isReached(),
    ])
    const isBandReached = isMailed || isReachedOtherwise
    const enquiries = records.map(toEnquiry)
    return reply(200, { enquiries, counts, isBandReached, ...(next !== undefined && { next }) })
  },
  unreadEnquiries: async () => reply(200, { unread: await repository.countUnread() }),
  async changeEnquiry(call: Call<Operations['changeEnquiry']>) {
    const { request, parameters, body, session, versions, idempotencyKey: key } = call
    const id = new ObjectId(parameters.id)
    const by = authorOf(session)
    const site = siteOf(request)
    const changed = await repository.change(id, body, { by, site, versions, key })
    const etag = versionTag(changed.version ?? 1)
    return reply(200, { enquiry: toEnquiry(changed) }, { etag })
  },
  async deleteEnquiry({ parameters }: Call<Operations['deleteEnquiry']>) {
    await repository.remove(new ObjectId(parameters.id))
    return reply(204)
  },
})

/** The first characters of a text, as many as a line may have. */
const lineFrom = (text: string) => [...text].slice(0, limits.line).join('')

/** The fields of a form, which are texts, with the types of the API; the ids of songs are separated by commas. */
function withTypes({ guests = '', songIds = '', ...texts }: Record<string, string>) {
  const ids = songIds.split(',').filter(Boolean)
  return { ...texts, ...(guests !== '' && { guests: Number(guests) }), songIds: ids }
}

/** The idempotency key of a form sent without scripts: the same text on the same day is the same enquiry. */
function keyOf({ website: _, ...content }: EnquiryForm): string {
  const day = new Date().toISOString().slice(0, 10)
  const text = JSON.stringify([day, content])
  return `form-${createHash('sha256').update(text).digest('base64url')}`
}
