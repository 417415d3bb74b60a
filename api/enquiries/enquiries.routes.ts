import { createHash } from 'node:crypto'
import { Elysia, type Static, t } from 'elysia'
import {
  type EnquiriesAnswer,
  EnquiryBody,
  EnquiryBox,
  type EnquiryReceipt,
  EnquiryStatusBody,
  type UnreadAnswer,
} from '../contract/enquiries'
import { type Authorise, adminOnly, unparsed } from '../http/authorise'
import { networkOf } from '../http/client-address'
import { privateJson } from '../http/private-json'
import { invalid, Problem } from '../http/problem'
import { readForm, readJson } from '../http/request-body'
import { validateText } from '../http/validation'
import { idempotencyKeyOf, type Receipts } from '../mongo/idempotency'
import { objectIdOf } from '../mongo/object-id'
import { cursorOf, type EnquiryStore, toEnquiry } from './enquiries.repository'
import type { EnquiryRateStore } from './enquiry-rate.repository'
import { isSpam } from './spam'

interface Parts {
  store: EnquiryStore
  receipts: Receipts
  rates: EnquiryRateStore
  addressOf: (request: Request) => string
  rateLimit: boolean
  authorise: Authorise
  /** Whether enquiries are to be mailed. */
  hasMail: boolean
  /** Called after each enquiry was stored. */
  onReceived: (marks: { isSpam: boolean; isUnsure: boolean }) => void
  /** The page that says that a form was taken, or comes back with it where it was not. */
  showPosted: ShowPosted
}

export type ShowPosted = (
  request: Request,
  refused?: { fields: Record<string, string>; error: unknown },
) => Promise<Response>

const tooMany = (seconds: number) =>
  new Problem(429, 'There were too many messages of late. Please try again later.', {
    headers: { 'retry-after': String(seconds) },
  })

export const enquiryRoutes = (parts: Parts) => {
  const { store, receipts, rates, addressOf, rateLimit, authorise, hasMail } = parts
  const { onReceived, showPosted } = parts

  const receive = (request: Request, body: EnquiryBody, key: string | undefined) => {
    const { name, email, message } = body
    return receipts.once({ scope: 'enquiries', key, content: { name, email, message } }, () =>
      add(request, body, key),
    )
  }

  async function add(
    request: Request,
    body: EnquiryBody,
    key: string | undefined,
  ): Promise<EnquiryReceipt> {
    const spam = isSpam(body)
    const { wait, isUnsure } = rateLimit
      ? await rates.take(networkOf(addressOf(request)), spam)
      : { wait: 0, isUnsure: false }
    if (wait > 0) throw tooMany(wait)
    const marks = { isSpam: spam, isUnsure, isMailed: hasMail && !spam && !isUnsure }
    const { receivedAt, isFirst } = await store.add(body, key, marks)
    if (isFirst) onReceived(marks)
    return { receivedAt: receivedAt.toISOString() }
  }

  /** What a browser sends without scripts. The same page answers; to load that again sends nothing twice. */
  async function receiveForm(request: Request): Promise<Response> {
    const fields = await readForm(request)
    try {
      const body = validateText(FormBody, fields)
      await receive(request, body, keyOf(body))
    } catch (error) {
      return showPosted(request, { fields, error })
    }
    return showPosted(request)
  }

  const admin = adminOnly(authorise)
  return new Elysia({ name: 'enquiries' })
    .post(
      '/bookus',
      async ({ request }) => {
        const key = idempotencyKeyOf(request)
        const body = validateText(EnquiryBody, await readJson(request))
        return Response.json(await receive(request, body, key), { status: 201 })
      },
      unparsed,
    )
    .post('/BookUs', ({ request }) => receiveForm(request), unparsed)
    .get(
      '/api/enquiries',
      async ({ request }) => {
        const { box, before } = pageOf(new URL(request.url).searchParams)
        const [{ records, next }, counts] = await Promise.all([
          store.page(box, before),
          store.counts(),
        ])
        const page: EnquiriesAnswer = {
          enquiries: records.map(toEnquiry),
          counts,
          ...(next !== undefined && { next }),
        }
        return privateJson(page)
      },
      admin,
    )
    .get(
      '/api/enquiries/unread',
      async () => {
        const unread: UnreadAnswer = { unread: await store.countUnread() }
        return privateJson(unread)
      },
      admin,
    )
    .put(
      '/api/enquiries/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const { status } = validateText(EnquiryStatusBody, await readJson(request))
        const enquiry = toEnquiry(await store.setStatus(id, status))
        return privateJson({ enquiry })
      },
      admin,
    )
    .delete(
      '/api/enquiries/:id',
      async ({ params }) => {
        await store.remove(objectIdOf(params.id))
        return new Response(null, { status: 204 })
      },
      admin,
    )
}

const FormBody = t.Omit(EnquiryBody, ['filledFor'])

/** A form has no key of its own, and people press twice: the same text on the same day is the same message. */
function keyOf({ name, email, message }: Static<typeof FormBody>): string {
  const day = new Date().toISOString().slice(0, 10)
  const text = JSON.stringify([day, name, email, message])
  return `form-${createHash('sha256').update(text).digest('base64url')}`
}

/** Which page of enquiries a query asks for.
 * @throws Problem 422 for a box or a place that there is none of. */
function pageOf(query: URLSearchParams) {
  const [status, before] = [query.get('status'), query.get('before')]
  const boxes = EnquiryBox.anyOf.map((box) => box.const)
  const box = boxes.find((name) => name === status)
  if (status !== null && !box)
    throw invalid([{ field: 'status', message: `This must be one of: ${boxes.join(', ')}.` }])
  const cursor = before === null ? undefined : cursorOf(before)
  if (before !== null && !cursor)
    throw invalid([{ field: 'before', message: 'This must be the `next` of an earlier page.' }])
  return { box, before: cursor }
}
