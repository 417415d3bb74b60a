import { createHash } from 'node:crypto'
import { Elysia, type Static, t } from 'elysia'
import {
  EnquiryBody,
  type EnquiryReceipt,
  EnquiryStatusBody,
  type UnreadAnswer,
} from '../contract/enquiries'
import { type Authorise, adminOnly, unparsed } from '../platform/authorise'
import { networkOf } from '../platform/client-address'
import { objectIdOf } from '../platform/object-id'
import { invalid, Problem } from '../platform/problem'
import { readForm, readJson } from '../platform/request-body'
import { validateText } from '../platform/validation'
import { type EnquiryStore, toEnquiry } from './enquiries.store'
import type { EnquiryRateStore } from './enquiry-rate.store'
import { isSpam } from './spam'

interface Parts {
  store: EnquiryStore
  rates: EnquiryRateStore
  addressOf: (request: Request) => string
  rateLimit: boolean
  authorise: Authorise
  /** Whether enquiries are to be mailed. */
  hasMail: boolean
  /** Told after each enquiry was stored, whether it counts as spam. */
  onReceived: (isSpam: boolean) => void
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
  const { store, rates, addressOf, rateLimit, authorise, hasMail, onReceived, showPosted } = parts

  async function receive(request: Request, body: EnquiryBody, key: string | undefined) {
    const before = key && (await store.receivedBefore(key))
    if (before) return before
    const wait = rateLimit ? await rates.take(networkOf(addressOf(request))) : 0
    if (wait > 0) throw tooMany(wait)
    const spam = isSpam(body)
    const marks = { isSpam: spam, isMailed: hasMail && !spam }
    const { receivedAt, isFirst } = await store.add(body, key, marks)
    if (isFirst) onReceived(spam)
    return receivedAt
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
        const key = idempotencyKey(request)
        const body = validateText(EnquiryBody, await readJson(request))
        const receivedAt = await receive(request, body, key)
        const receipt: EnquiryReceipt = { receivedAt: receivedAt.toISOString() }
        return Response.json(receipt, { status: 201 })
      },
      unparsed,
    )
    .post('/BookUs', ({ request }) => receiveForm(request), unparsed)
    .get(
      '/api/enquiries',
      async () => {
        const enquiries = (await store.list()).map(toEnquiry)
        return Response.json({ enquiries }, { headers: { 'cache-control': 'no-store' } })
      },
      admin,
    )
    .get(
      '/api/enquiries/unread',
      async () => {
        const unread: UnreadAnswer = { unread: await store.countUnread() }
        return Response.json(unread, { headers: { 'cache-control': 'no-store' } })
      },
      admin,
    )
    .put(
      '/api/enquiries/:id',
      async ({ request, params }) => {
        const id = objectIdOf(params.id)
        const { status } = validateText(EnquiryStatusBody, await readJson(request))
        const enquiry = toEnquiry(await store.setStatus(id, status))
        return Response.json({ enquiry }, { headers: { 'cache-control': 'no-store' } })
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

/** The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header), up to 200 visible characters. */
function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid([
      { field: 'Idempotency-Key', message: 'This must be 1 to 200 visible characters.' },
    ])
  return key
}
