import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { AdminSession } from '../contract/admin'

let site: MemorySite
afterEach(() => site.stop())

const open = async (variables: Record<string, string>) => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', TRUST_PROXY: '1', ...variables })
}
const credentials = { username: 'admin', password: adminPassword }
const from = (address: string) => ({ 'x-forwarded-for': address })
const logIn = (body: object, headers: Record<string, string> = {}) =>
  site.fetch('/api/admin/login', json('POST', body, headers))

it('the back office can be used only from ADMIN_NETWORKS', async () => {
  await open({ ADMIN_NETWORKS: '192.0.2.0/24, 2001:db8::7' })
  const inside = await logIn(credentials, from('192.0.2.9'))
  expect(inside.status).toBe(200)
  const { token } = (await inside.json()) as { token: string }
  const statuses = async (address: string) => {
    const headers = { ...asAdmin(token), ...from(address) }
    const get = async (path: string) => (await site.fetch(path, { headers })).status
    return Promise.all([
      logIn(credentials, from(address)).then(({ status }) => status),
      // Refused before the body is judged.
      logIn({}, from(address)).then(({ status }) => status),
      get('/api/admin/shows'),
      get('/api/admin/verify-token'),
      site
        .fetch('/api/shows', json('POST', { date: '', venue: '', city: '' }, headers))
        .then(({ status }) => status),
      site
        .fetch('/api/admin/passkeys/challenge', { method: 'POST', headers: from(address) })
        .then(({ status }) => status),
      get('/Admin'),
      get('/Admin/account'),
      get('/api/shows'),
      get('/Shows'),
    ])
  }
  expect(await statuses('2001:db8::7')).toEqual([200, 422, 200, 200, 422, 200, 200, 200, 200, 200])
  expect(await statuses('198.51.100.1')).toEqual([403, 403, 403, 403, 403, 403, 403, 403, 200, 200])
})

it('a session carries the name of its device, which its person chose', async () => {
  await open({})
  const { token } = (await (
    await logIn({ ...credentials, deviceName: 'Robin’s phone' })
  ).json()) as { token: string }
  const sessions = async () =>
    (
      (await (await site.fetch('/api/admin/sessions', { headers: asAdmin(token) })).json()) as {
        sessions: AdminSession[]
      }
    ).sessions
  const [session] = await sessions()
  expect(session?.name).toBe('Robin’s phone')
  const rename = (name: string) =>
    site.fetch(`/api/admin/sessions/${session?._id}`, json('PUT', { name }, asAdmin(token)))
  expect((await rename('Van')).status).toBe(200)
  expect((await sessions())[0]?.name).toBe('Van')
  expect((await rename('')).status).toBe(200)
  expect((await sessions())[0]?.name).toBeUndefined()
  expect((await rename('x'.repeat(61))).status).toBe(422)
  expect(await (await rename('a\tb')).json()).toMatchObject({
    errors: [{ field: 'name', message: 'This must be one line, without control characters.' }],
  })
})

it('the printed link works once, and offers the set-up page', async () => {
  const printed: { password: string; code: string }[] = []
  site = await openSite(
    { LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ADMIN_PASSWORD: '' },
    { onPassword: (access) => printed.push(access) },
  )
  const { password = '', code = '' } = printed[0] ?? {}
  const first = await logIn({ username: 'admin', password })
  expect(await first.json()).toMatchObject({ isNew: true })
  const body = { username: 'admin', code, newPassword: 'quartz lantern 58 ferry' }
  const recover = () =>
    site.fetch('/api/admin/recover', json('POST', { ...body, deviceName: 'Robin’s phone' }))
  const recovered = (await (await recover()).json()) as { isNew: boolean; token: string }
  expect(recovered.isNew).toBe(true)
  const sessions = await site.fetch('/api/admin/sessions', { headers: asAdmin(recovered.token) })
  expect(await sessions.json()).toMatchObject({ sessions: [{ name: 'Robin’s phone' }] })
  expect((await recover()).status).toBe(401)
  const own = await logIn({ username: 'admin', password: 'quartz lantern 58 ferry' })
  expect(await own.json()).not.toHaveProperty('isNew')
})

it('the printed link is dead after the printed password was changed', async () => {
  const printed: { password: string; code: string }[] = []
  site = await openSite(
    { LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ADMIN_PASSWORD: '' },
    { onPassword: (access) => printed.push(access) },
  )
  const { password: currentPassword = '', code = '' } = printed[0] ?? {}
  const login = await logIn({ username: 'admin', password: currentPassword })
  const { token } = (await login.json()) as { token: string }
  const newPassword = 'quartz lantern 58 ferry'
  const change = json('PUT', { currentPassword, newPassword }, asAdmin(token))
  expect((await site.fetch('/api/admin/password', change)).status).toBe(200)
  const body = { username: 'admin', code, newPassword: 'another lantern 59 ferry' }
  expect((await site.fetch('/api/admin/recover', json('POST', body))).status).toBe(401)
})

it('the band is notified of a login with a new browser, but not of the first login or a known browser', async () => {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) =>
      void text(stream).then((raw) => {
        mails.push(raw)
        done()
      }),
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as { port: number }
  await open({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'site@band.example',
    MAIL_TO: 'us@band.example',
  })
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }
  const laptop = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  for (const browser of [phone, phone, laptop])
    expect((await logIn(credentials, { ...browser, ...from('192.0.2.9') })).status).toBe(200)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]).toContain('Subject: A new device has logged in')
  expect(mails[0]).toContain('Firefox on Windows, from 192.0.2.9.')
  await new Promise<void>((resolve) => smtp.close(resolve))
})
