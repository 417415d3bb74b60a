import { type Db, ObjectId } from 'mongodb'
import { enquiryOperations } from '../contract/enquiries'
import { mailOperations } from '../contract/mail'
import { versionsToMatch, versionTag } from '../http/if-match'
import { invalidField } from '../http/problem'
import type { PublicResponses } from '../http/public-responses'
import { type Authorise, type Call, implement, reply, type Session } from '../http/route'
import type { Bin } from '../mongo/bin'
import type { BandNews } from '../shared/band-news'
import { localTimeOf } from '../shared/band-time'
import { startHoldReminders } from './ending-holds'
import { type EnquiryRepository, openEnquiryRepository } from './enquiries.repository'
import { createEnquiryMail } from './enquiry-mail'
import { openEnquiryRateRepository } from './enquiry-rate.repository'
import { type EnquiryRecord, toEnquiry } from './enquiry-record'
import { startRetention } from './enquiry-retention'
import { cursorOf } from './inbox-queries'
import { type MailSettings, type MailSettingsRepository, openMailSettings } from './mail-settings'
import { makeShow, type ShowServices } from './make-show'
import { createReceiver, type ReceiverServices } from './receive-enquiry'
import { openReplyTemplates } from './reply-templates'
import { sendReply } from './send-reply'

interface Dependencies extends ReceiverServices, ShowServices {
  db: Db
  bin: Bin
  authorise: Authorise
  /** Months after which an enquiry is deleted; 0 for never. */
  months: number
  band: () => { name: string; town?: string; timeZone: string }
  /** Where mail goes according to the environment. */
  mail: MailSettings | undefined
  /** Sends a push message to the band's phones. */
  notifyBand: (news: BandNews) => Promise<void>
  /** Whether a push service has accepted such a message. */
  isReachedByPush: () => Promise<boolean>
}

/** Booking enquiries: receiving, storing, mailing and deleting them, and the band's inbox. */
export async function createEnquiries(dependencies: Dependencies) {
  const { db, receipts, bin, authorise, log } = dependencies
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
  const { receive, receiveForm } = createReceiver({
    ...dependencies,
    repository,
    rates,
    settings,
    mail,
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

  const templatesView = async () => ({
    templates: [...(await templates.read())],
    canSend: (await settings.current()) !== undefined,
  })

  /** Whether a mail has reached the band. */
  const wasMailed = async () =>
    (await Promise.all([repository.hasMailed(), settings.wasAccepted()])).includes(true)

  const routes = implement(
    enquiryOperations,
    {
      addEnquiry: async ({ context, body, idempotencyKey }) =>
        body ? reply(201, await receive(context, body, idempotencyKey)) : receiveForm(context),
      async makeShow({ request, parameters, body, session }) {
        const id = new ObjectId(parameters.id)
        const by = authorOf(session)
        const services = { ...dependencies, repository }
        const show = await makeShow(services, id, body, request, by)
        return reply(201, { show })
      },
      async replyToEnquiry({ request, parameters, body, session, idempotencyKey: key }) {
        const services = { repository, mail, receipts }
        const id = new ObjectId(parameters.id)
        const versions = versionsToMatch(request)
        const options = { by: authorOf(session), site: siteOf(request), key, versions }
        return reply(201, await sendReply(services, id, body, options))
      },
      replyTemplates: async () => reply(200, await templatesView()),
      async changeReplyTemplates({ body }) {
        await templates.replace(body.templates)
        return reply(200, await templatesView())
      },
      ...inboxHandlers(repository, siteOf, async () => {
        const reached = [dependencies.isReachedByPush(), wasMailed()]
        return (await Promise.all(reached)).includes(true)
      }),
    },
    { authorise },
  )
  return {
    routes: [...routes, ...mailRoutesOf(settings, mail, authorise)],
    /** The state of mail, for the band. */
    mailStatus: async () => ({
      isOn: (await settings.current()) !== undefined,
      wasAccepted: await wasMailed(),
    }),
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

/** The calls that read, change and try the mail settings. */
const mailRoutesOf = (
  settings: MailSettingsRepository,
  mail: Pick<ReturnType<typeof createEnquiryMail>, 'test'>,
  authorise: Authorise,
) =>
  implement(
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

type Operations = typeof enquiryOperations

/** Who has made a change: the name of the device, or else its kind. */
const authorOf = ({ deviceName, device }: Session) => deviceName ?? device

/** The handlers of the band's inbox. */
const inboxHandlers = (
  repository: EnquiryRepository,
  siteOf: PublicResponses['siteOf'],
  isReached: () => Promise<boolean>,
) => ({
  async enquiries({ query: { status, find = '', before } }: Call<Operations['enquiries']>) {
    const cursor = before === undefined ? undefined : cursorOf(before)
    if (before !== undefined && !cursor)
      throw invalidField('before', 'This must be the `next` of an earlier page.')
    const [{ records, next }, counts, isBandReached] = await Promise.all([
      repository.page({ box: status, find, before: cursor }),
      repository.counts(),
      isReached(),
    ])
    const enquiries = records.map(toEnquiry)
    return reply(200, { enquiries, counts, isBandReached, ...(next !== undefined && { next }) })
  },
  unreadEnquiries: async () => reply(200, { unread: await repository.countUnread() }),
  async changeEnquiry(call: Call<Operations['changeEnquiry']>) {
    const { request, parameters, body, session, versions, idempotencyKey: key } = call
    // An empty text clears an optional field, but an enquiry always has a status.
    const isWithoutStatus = (body.status as string | undefined) === ''
    if (isWithoutStatus || Object.keys(body).length === 0)
      throw invalidField('status', 'This field is required.')
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
