import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asAdmin, json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'
import { mailBackoff } from './enquiry-mail'

interface Received {
  from: string
  to: string[]
  raw: string
}

let received: Received[] = []
let isRefusing: false | 'for now' | 'for good' = false
/** Runs before a mail is accepted. */
let beforeAccepting = async (_raw: string) => {}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    void text(stream).then(async (raw) => {
      await beforeAccepting(raw)
      if (isRefusing === 'for now') return done(new Error('The mailbox is full.'))
      if (isRefusing)
        return done(Object.assign(new Error('No such mailbox.'), { responseCode: 550 }))
      const { mailFrom, rcptTo } = envelope
      const from = mailFrom === false ? '' : mailFrom.address
      // Joins the soft line breaks of quoted-printable.
      const whole = raw.replaceAll('=\r\n', '')
      received.push({ from, to: rcptTo.map(({ address }) => address), raw: whole })
      done()
    })
  },
})

let site: Site
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  site = await serveSite({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'The Forks <site@band.example>',
    MAIL_TO: 'us@band.example',
    RATE_LIMIT: 'off',
  })
})
beforeEach(() => {
  received = []
  isRefusing = false
  beforeAccepting = async () => {}
})
afterAll(async () => {
  await site.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

/** The mails to the band. */
const toBand = () => received.filter(({ to }) => to[0] === 'us@band.example')

const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A wedding in June?' }
const send = (body: object) => fetch(`${site.url}/bookus`, json('POST', body))

async function inbox() {
  const headers = asAdmin(await site.token())
  const response = await fetch(`${site.url}/api/enquiries`, { headers })
  return ((await response.json()) as { enquiries: Record<string, string>[] }).enquiries
}
const mailStateOf = async (message: string) =>
  (await inbox()).find((one) => one['message'] === message)?.['mail']

describe('an enquiry, where mail is set up', () => {
  it('is mailed to the band, with the sender as the reply address', async () => {
    await send({ ...enquiry, message: 'Wanted: <b>loud</b> & long.' })
    await expect.poll(() => toBand().length).toBe(1)
    const [mail] = toBand()
    expect(mail).toMatchObject({ from: 'site@band.example', to: ['us@band.example'] })
    expect(mail?.raw).toMatch(/^Reply-To: Pat <pat@example\.org>\r$/m)
    expect(mail?.raw).toMatch(/^Subject: Booking enquiry from Pat\r$/m)
    expect(mail?.raw).toContain('Wanted: <b>loud</b> & long.')
    expect(mail?.raw).toContain('Wanted: &lt;b&gt;loud&lt;/b&gt; &amp; long.')
    await expect.poll(() => mailStateOf('Wanted: <b>loud</b> & long.')).toBe('sent')
  })

  it('can’t add a header of its own, also one that was stored when lines were allowed', async () => {
    const old = {
      ...enquiry,
      name: 'Pat\r\nBcc: everybody@example.org',
      status: 'new',
      receivedAt: new Date(),
      isSpam: false,
      isUnsure: false,
      mail: 'waiting',
      mailAttempts: 0,
      mailAt: new Date(),
    }
    await site.db.collection('enquiries').insertOne(old)
    await send({ ...enquiry, message: 'Another one, which sends both' })
    await expect.poll(() => toBand().length).toBe(2)
    for (const { to, raw } of toBand()) {
      expect(to).toEqual(['us@band.example'])
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
    }
  })

  it('is confirmed to its sender with reference and date only', async () => {
    const email = 'somebody@example.org'
    const response = await send({ name: 'Mallory', email, message: 'Buy my pills' })
    const { reference } = (await response.json()) as { reference: string }
    const toSender = () => received.filter(({ to }) => to[0] === email)
    await expect.poll(() => toSender().length).toBe(1)
    const raw = toSender()[0]?.raw ?? ''
    expect(raw).toMatch(/^Reply-To: us@band\.example\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(raw).toContain(`Its reference is ${reference}.`)
    expect(raw).not.toMatch(/Mallory|pills/)
  })

  it('is not retried after a permanent refusal of the mail server, and its mail status is failed', async () => {
    isRefusing = 'for good'
    await send({ ...enquiry, message: 'Refused' })
    await expect.poll(() => mailStateOf('Refused')).toBe('failed')
    expect(site.output()).toContain('is tried no more')
  })

  it('is not mailed when a program wrote it', async () => {
    await send({ ...enquiry, message: 'Buy now', website: 'x' })
    await send({ ...enquiry, message: 'The next one' })
    await expect.poll(() => toBand().length).toBe(1)
    expect(toBand()[0]?.raw).toContain('The next one')
    expect(await mailStateOf('Buy now')).toBe('off')
  })

  it('is stored although it can’t be mailed, and is mailed by the next attempt, also after a restart', async () => {
    isRefusing = 'for now'
    expect((await send({ ...enquiry, message: 'Not yet' })).status).toBe(201)
    await expect.poll(() => site.output()).toContain('could not be mailed yet')
    expect(await mailStateOf('Not yet')).toBe('waiting')
    await site.pause()
    isRefusing = false
    // Makes the next attempt due at once.
    await site.db.collection('enquiries').updateMany({}, { $min: { mailAt: new Date(0) } })
    await site.resume()
    await expect.poll(() => mailStateOf('Not yet')).toBe('sent')
    expect(toBand().length).toBe(1)
  })
})

it('waits a minute at first, then twice as long each time, up to six hours', () => {
  expect([1, 2, 3].map(mailBackoff)).toEqual([60_000, 120_000, 240_000])
  expect(mailBackoff(40)).toBe(21_600_000)
})

describe('a reply of the band', () => {
  const reply = async (id: string, text: string, key: string, change = {}, more = {}) => {
    const headers = { ...asAdmin(await site.token()), 'idempotency-key': key, ...more }
    const body = { text, ...change }
    return fetch(`${site.url}/api/enquiries/${id}/reply`, json('POST', body, headers))
  }
  const idOf = async (message: string) =>
    (await inbox()).find((one) => one['message'] === message)?.['_id'] ?? ''

  it('is mailed once, with the band as Reply-To, and sets the status to answered', async () => {
    await send({ ...enquiry, email: 'asker@example.org', message: 'Two\nlines' })
    const id = await idOf('Two\nlines')
    const text = 'Hi Pat,\n\nwe are free.'
    const atOnce = await Promise.all([1, 2, 3].map(() => reply(id, text, 'reply-1')))
    expect(atOnce.map(({ status }) => status).filter((status) => status !== 409)).toContain(201)
    const one = await reply(id, text, 'reply-1')
    expect(one.status).toBe(201)
    const replies = received.filter(({ raw }) => raw.includes('we are free.'))
    expect(replies).toHaveLength(1)
    expect(replies[0]?.to).toEqual(['asker@example.org'])
    expect(replies[0]?.raw).toMatch(/^Reply-To: us@band\.example\r$/m)
    expect(replies[0]?.raw).toMatch(/^Subject: Re: your message to The Forks, /m)
    expect(replies[0]?.raw).toContain('> Two\r\n> lines')
    const { enquiry: stored } = (await one.json()) as { enquiry: object }
    expect(stored).toMatchObject({
      status: 'answered',
      replies: [{ text, at: expect.any(String) }],
      events: [{ status: 'answered' }],
    })
  })

  it('sets the status that the band has chosen', async () => {
    await send({ ...enquiry, message: 'Hold it' })
    const id = await idOf('Hold it')
    const change = { status: 'held', holdUntil: '2031-06-06' }
    const held = await reply(id, 'We hold it.', 'reply-4', change)
    const replies = [{ text: 'We hold it.' }]
    expect(await held.json()).toMatchObject({
      enquiry: { ...change, version: 2, replies, events: [{ status: 'held' }] },
    })
    const after = await reply(id, 'Still held.', 'reply-5')
    expect(await after.json()).toMatchObject({ enquiry: { ...change, version: 3 } })
    const declined = await reply(id, 'Sorry.', 'reply-6', { status: 'declined' })
    const { enquiry: stored } = (await declined.json()) as { enquiry: object }
    expect(stored).toMatchObject({ status: 'declined' })
    expect(stored).not.toHaveProperty('holdUntil')
    const stale = { 'if-match': '"v1"' }
    const late = await reply(id, 'Booked!', 'reply-9', { status: 'booked' }, stale)
    expect(late.status).toBe(412)
    expect(await late.json()).toMatchObject({ current: { status: 'declined' } })
    expect(received.some(({ raw }) => raw.includes('Booked!'))).toBe(false)
    expect((await reply(id, 'No.', 'reply-7', { status: 'odd' })).status).toBe(422)
    const again = await reply(id, 'No.', 'reply-8', { status: '' })
    expect(await again.json()).toMatchObject({ enquiry: { status: 'declined' } })
  })

  it('changes nothing if the mail server refuses it', async () => {
    await send({ ...enquiry, message: 'Refused' })
    const id = await idOf('Refused')
    isRefusing = 'for good'
    const response = await reply(id, 'Hi', 'reply-2')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      detail: 'The mail server did not accept the reply.',
    })
    const found = (await inbox()).find(({ _id }) => _id === id)
    expect(found).toMatchObject({ status: 'new' })
    expect(found).not.toHaveProperty('replies')
    isRefusing = false
    expect((await reply(id, 'Hi', 'reply-2')).status).toBe(201)
  })

  it('is in the bin’s copy of an enquiry that is deleted while the reply is being mailed', async () => {
    await send({ ...enquiry, message: 'Deleted' })
    const id = await idOf('Deleted')
    const headers = asAdmin(await site.token())
    beforeAccepting = async (raw) => {
      if (raw.includes('We are free.'))
        await fetch(`${site.url}/api/enquiries/${id}`, { method: 'DELETE', headers })
    }
    const response = await reply(id, 'We are free.', 'reply-3')
    expect(response.status).toBe(409)
    const { detail } = (await response.json()) as { detail: string }
    expect(detail).toMatch(/^The reply was sent, but the enquiry was deleted meanwhile/)
    const restored = await fetch(`${site.url}/api/admin/bin/${id}/restore`, {
      method: 'POST',
      headers,
    })
    expect(await restored.json()).toMatchObject({
      enquiry: { _id: id, replies: [{ text: 'We are free.' }] },
    })
  })
})
