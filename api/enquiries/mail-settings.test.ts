import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'

const received: string[] = []
let isRefusing = false
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    username === 'band' && password === 'p:ss/w@rd'
      ? done(null, { user: 'band' })
      : done(new Error('Invalid login.')),
  onData(stream, _, done) {
    void text(stream).then((raw) => {
      if (isRefusing)
        return done(Object.assign(new Error('No such mailbox.'), { responseCode: 550 }))
      received.push(raw)
      done()
    })
  },
})

let site: MemorySite
let admin: Record<string, string>
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  port = (smtp.server.address() as { port: number }).port
  site = await openSite({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent' })
  admin = asAdmin(await site.token())
})
afterAll(async () => {
  await site.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const path = '/api/admin/mail'
const put = (body: object, headers = admin) => site.fetch(path, json('PUT', body, headers))
const test = async () => {
  const response = await site.fetch(`${path}/test`, { method: 'POST', headers: admin })
  return { status: response.status, body: await response.json() }
}
const view = async () => (await site.fetch(path, { headers: admin })).json()
const inbox = async () =>
  (await (await site.fetch('/api/enquiries', { headers: admin })).json()) as {
    enquiries: { mail: string }[]
    isBandReached: boolean
  }

it('mail is set up, tested and used without a restart; another server requires the password again', async () => {
  expect((await site.fetch(path)).status).toBe(401)
  expect(await view()).toEqual({ mail: { hasPassword: false, isFromEnvironment: false } })
  expect((await test()).status).toBe(409)
  const incomplete = await put({ host: '127.0.0.1', port })
  expect(incomplete.status).toBe(422)
  expect(await incomplete.json()).toMatchObject({ errors: [{ field: 'from' }, { field: 'to' }] })

  const settings = {
    host: '127.0.0.1',
    port,
    username: 'band',
    from: 'site@band.example',
    to: 'us@band.example',
  }
  const saved = await put({ ...settings, password: 'wrong' })
  expect(await saved.json()).toEqual({
    mail: { ...settings, hasPassword: true, isFromEnvironment: false },
  })
  expect(await test()).toMatchObject({ status: 200, body: { isAccepted: false } })
  expect(await inbox()).toMatchObject({ isBandReached: false })

  await put({ password: 'p:ss/w@rd' })
  expect(await test()).toMatchObject({ status: 200, body: { isAccepted: true } })
  expect(received).toHaveLength(1)
  expect(await inbox()).toMatchObject({ isBandReached: true })
  expect(JSON.stringify(await view())).not.toContain('p:ss')
  // A stolen token must not send the password to another server.
  for (const other of [{ host: 'localhost' }, { port: 587 }, { username: 'other' }]) {
    const refused = await put(other)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'password' }] })
  }
  // No mail to the new address was accepted yet.
  await put({ to: 'others@band.example' })
  expect(await inbox()).toMatchObject({ isBandReached: false })
  await put({ to: settings.to })

  const enquiry = { name: 'Pat', email: 'pat@example.org', message: 'A barn?' }
  await site.fetch('/bookus', json('POST', enquiry))
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]).toContain('Booking enquiry from Pat')

  isRefusing = true
  expect(await test()).toMatchObject({
    body: { isAccepted: false, response: expect.stringContaining('No such mailbox.') },
  })
  expect((await put({ host: '' })).status).toBe(200)
  expect(await view()).toEqual({ mail: { hasPassword: false, isFromEnvironment: false } })
  await site.fetch('/bookus', json('POST', { ...enquiry, message: 'A field?' }))
  expect((await inbox()).enquiries[0]).toMatchObject({ mail: 'off' })
})

it.each([
  'smtp.example.org:587',
  'smtp.example.org ',
  'smtp.example.org/mail',
  'user@smtp.example.org',
])('the server %j is refused, and the inbox goes on', async (host) => {
  const refused = await put({ host, from: 'site@band.example', to: 'us@band.example' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'host' }] })
  expect((await site.fetch('/api/enquiries', { headers: admin })).status).toBe(200)
})

it('what the environment says can’t be changed in the back office', async () => {
  const other = await openSite({
    SMTP_URL: 'smtps://user:secret@mail.example',
    MAIL_FROM: 'site@band.example',
    MAIL_TO: 'us@band.example',
    LOG_LEVEL: 'silent',
  })
  const headers = asAdmin(await other.token())
  expect((await other.fetch(path, json('PUT', { host: 'x.example' }, headers))).status).toBe(409)
  expect(await (await other.fetch(path, { headers })).json()).toEqual({
    mail: {
      host: 'mail.example',
      port: 465,
      username: 'user',
      from: 'site@band.example',
      to: 'us@band.example',
      hasPassword: true,
      isFromEnvironment: true,
    },
  })
  await other.stop()
})

it('the band is reached once a mail was accepted with the environment’s settings', async () => {
  const other = await openSite({
    SMTP_URL: `smtp://band:p%3Ass%2Fw%40rd@127.0.0.1:${port}`,
    MAIL_FROM: 'site@band.example',
    MAIL_TO: 'us@band.example',
    LOG_LEVEL: 'silent',
  })
  isRefusing = false
  const headers = asAdmin(await other.token())
  const box = async () => (await other.fetch('/api/enquiries', { headers })).json()
  expect(await box()).toMatchObject({ isBandReached: false })
  const tested = await other.fetch(`${path}/test`, { method: 'POST', headers })
  expect(await tested.json()).toMatchObject({ isAccepted: true })
  expect(await box()).toMatchObject({ isBandReached: true })
  await other.stop()
})
