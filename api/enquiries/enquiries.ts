import { type Db, ObjectId } from 'mongodb'
import { enquiryOperations } from '../contract/enquiries'
import { mailOperations } from '../contract/mail'
import { versionsToMatch, versionTag } from '../http/if-match'
import { invalidField } from '../http/problem'
import { type Authorise, implement, reply, type Session } from '../http/route'
import type { Bin } from '../mongo/bin'
import type { BandNews } from '../shared/band-news'
import { localTimeOf } from '../shared/band-time'
import { startHoldReminders } from './ending-holds'
import { openEnquiryRepository } from './enquiries.repository'
import { createEnquiryMail } from './enquiry-mail'
import { openEnquiryRateRepository } from './enquiry-rate.repository'
import { type EnquiryRecord, toEnquiry } from './enquiry-record'
import { startRetention } from './enquiry-retention'
import { type MailSettings, openMailSettings } from './mail-settings'
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
  const { db, bin, authorise, notifyBand } = dependencies
  const { siteOf } = dependencies.responses
  const [repository, rates] = await Promise.all([
    openEnquiryRepository(db, bin),
    openEnquiryRateRepository(db),
  ])
  const settings = openMailSettings(db, dependencies.mail)
  const services = { ...dependencies, repository, settings }
  const mail = createEnquiryMail(services)
  const { receive, receiveForm } = createReceiver({ ...services, rates, mail })
  const templates = openReplyTemplates(db)
  const now = () => localTimeOf(dependencies.band().timeZone, new Date())
  const reminders = startHoldReminders({ ...services, now, push: notifyBand, mail: mail.notify })
  const stopRetention = startRetention({ ...services, today: () => now().date })

  const templatesView = async () => ({
    templates: [...(await templates.read())],
    canSend: (await settings.current()) !== undefined,
  })

  /** Whether a mail has reached the band. */
  const wasMailed = async () =>
    (await Promise.all([repository.hasMailed(), settings.wasAccepted()])).includes(true)

  const routes = implement(
    { ...enquiryOperations, ...mailOperations },
    {
      addEnquiry: async ({ context, body, idempotencyKey }) =>
        body ? reply(201, await receive(context, body, idempotencyKey)) : receiveForm(context),
      async makeShow({ request, parameters, body, session }) {
        const id = new ObjectId(parameters.id)
        const show = await makeShow(services, id, body, request, authorOf(session))
        return reply(201, { show })
      },
      async replyToEnquiry({ request, parameters, body, session, idempotencyKey: key }) {
        const id = new ObjectId(parameters.id)
        const versions = versionsToMatch(request)
        const options = { by: authorOf(session), site: siteOf(request), key, versions }
        return reply(201, await sendReply({ ...services, mail }, id, body, options))
      },
      replyTemplates: async () => reply(200, await templatesView()),
      async changeReplyTemplates({ body }) {
        await templates.replace(body.templates)
        return reply(200, await templatesView())
      },
      async enquiries({ query }) {
        const [{ records, next }, counts, ...reached] = await Promise.all([
          repository.page(query),
          repository.counts(),
          dependencies.isReachedByPush(),
          wasMailed(),
        ])
        const isBandReached = reached.includes(true)
        const enquiries = records.map(toEnquiry)
        return reply(200, { enquiries, counts, isBandReached, ...(next !== undefined && { next }) })
      },
      unreadEnquiries: async () => reply(200, { unread: await repository.countUnread() }),
      async changeEnquiry({ request, parameters, body, session, versions, idempotencyKey: key }) {
        // An empty text clears an optional field, but an enquiry always has a status.
        if ((body.status as string | undefined) === '' || Object.keys(body).length === 0)
          throw invalidField('status', 'This field is required.')
        const options = { by: authorOf(session), site: siteOf(request), versions, key }
        const changed = await repository.change(new ObjectId(parameters.id), body, options)
        const etag = versionTag(changed.version ?? 1)
        return reply(200, { enquiry: toEnquiry(changed) }, { etag })
      },
      async deleteEnquiry({ parameters }) {
        await repository.remove(new ObjectId(parameters.id))
        return reply(204)
      },
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
    routes,
    /** The state of mail, for the band. */
    mailStatus: async () => ({
      isOn: (await settings.current()) !== undefined,
      wasAccepted: await wasMailed(),
    }),
    /** Mails news to the band, if mail is on. */
    mailBand: mail.notify,
    /** All enquiries, newest first. */
    all: repository.all,
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

/** Who has made a change: the name of the device, or else its kind. */
const authorOf = ({ deviceName, device }: Session) => deviceName ?? device
