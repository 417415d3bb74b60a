import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { Passkey } from '../contract/passkeys'

let site: MemorySite
let token: string
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  token = await site.token()
})
afterEach(async () => {
  vi.useRealTimers()
  await site.stop()
})

const post = (path: string, body: object, headers = {}) =>
  site.fetch(`/api/admin/passkeys${path}`, json('POST', body, headers))
const optionsOf = async (response: Response) =>
  ((await response.json()) as { options: never }).options
const startRegistration = (currentPassword = adminPassword) =>
  post('/registration', { currentPassword }, asAdmin(token))
const challenge = async () => optionsOf(await post('/challenge', {}))

async function passkeys() {
  const response = await site.fetch('/api/admin/passkeys', { headers: asAdmin(token) })
  return ((await response.json()) as { passkeys: Passkey[] }).passkeys
}

async function register(name: string, authenticator = createAuthenticator(site.url)) {
  const credential = authenticator.create(await optionsOf(await startRegistration()))
  const response = await post('', { name, credential }, asAdmin(token))
  return { authenticator, credential, response }
}

const isValid = async (of: string) =>
  (await site.fetch('/api/admin/verify-token', { headers: asAdmin(of) })).status === 200

it('a passkey logs in, is listed with its name, and can be deleted', async () => {
  const { authenticator, response } = await register('Robin’s phone')
  expect(response.status).toBe(201)
  expect(await passkeys()).toMatchObject([{ name: 'Robin’s phone' }])

  const credential = authenticator.get(await challenge())
  const login = await post('/login', { credential, deviceName: 'Robin’s phone' })
  expect(login.status).toBe(200)
  const { token: fresh } = (await login.json()) as { token: string }
  expect(await isValid(fresh)).toBe(true)
  const [passkey] = await passkeys()
  expect(passkey?.lastUsedAt).toBeDefined()

  const path = `/api/admin/passkeys/${passkey?._id}`
  const remove = () => site.fetch(path, { method: 'DELETE', headers: asAdmin(token) })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  const refused = await post('/login', { credential: authenticator.get(await challenge()) })
  expect(refused.status).toBe(401)
  expect(await isValid(fresh)).toBe(true)
})

it('a passkey is created only with the password, a challenge of this purpose, and once', async () => {
  expect((await startRegistration('wrong password')).status).toBe(422)
  const authenticator = createAuthenticator(site.url)
  const ofLogin = authenticator.create(await challenge())
  expect((await post('', { name: 'Phone', credential: ofLogin }, asAdmin(token))).status).toBe(422)
  const { credential } = await register('Phone', authenticator)
  const again = () => post('', { name: 'Phone', credential }, asAdmin(token))
  expect((await again()).status).toBe(422)
  expect((await register('Phone', authenticator)).response.status).toBe(409)
  expect(await passkeys()).toHaveLength(1)
})

it('a response is accepted once, for five minutes, and only from this site’s pages', async () => {
  const { authenticator } = await register('Phone')
  const options = await challenge()
  const credential = authenticator.get(options)
  const logIn = (body: object) => post('/login', body)
  const both = await Promise.all([logIn({ credential }), logIn({ credential })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])

  const foreign = createAuthenticator('https://elsewhere.example')
  expect((await register('Foreign', foreign)).response.status).toBe(422)

  const late = authenticator.get(await challenge())
  vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] })
  expect((await logIn({ credential: late })).status).toBe(401)
})

it.each([{}, { id: 1 }, { id: 'x', response: null }, { id: { $ne: null } }])(
  'the malformed response %j is refused',
  async (credential) => {
    expect((await post('/login', { credential })).status).toBe(401)
  },
)

it('a new password removes passkeys and recovery codes, which an intruder may have made', async () => {
  await register('Phone')
  const currentPassword = adminPassword
  const made = await site.fetch(
    '/api/admin/recovery-codes',
    json('POST', { currentPassword }, asAdmin(token)),
  )
  const [code] = ((await made.json()) as { codes: string[] }).codes
  const newPassword = 'quartz lantern 58 ferry'
  const change = json('PUT', { currentPassword, newPassword }, asAdmin(token))
  const changed = await site.fetch('/api/admin/password', change)
  token = ((await changed.json()) as { token: string }).token
  expect(await passkeys()).toEqual([])
  const body = { username: 'admin', code, newPassword: 'another lantern 59 ferry' }
  expect((await site.fetch('/api/admin/recover', json('POST', body))).status).toBe(401)
})

it('a recovery code removes all passkeys, because somebody else may have added one', async () => {
  await register('Phone')
  const options = json('POST', { currentPassword: adminPassword }, asAdmin(token))
  const made = await site.fetch('/api/admin/recovery-codes', options)
  const [code] = ((await made.json()) as { codes: string[] }).codes
  const body = { username: 'admin', code, newPassword: 'quartz lantern 58 ferry' }
  const recovered = await site.fetch('/api/admin/recover', json('POST', body))
  token = ((await recovered.json()) as { token: string }).token
  expect(await passkeys()).toEqual([])
})

it('passkeys and recovery codes that are added during a password change are invalid after it', async () => {
  const [currentPassword, newPassword] = [adminPassword, 'quartz lantern 58 ferry']
  const credentials: object[] = []
  for (let i = 0; i < 4; i++)
    credentials.push(
      createAuthenticator(site.url).create(await optionsOf(await startRegistration())),
    )
  let isChanging = true
  /** Sends requests one after the other until the password is changed. */
  async function untilChanged(send: () => Promise<Response>) {
    const received: Response[] = []
    while (isChanging) received.push(await send())
    return received
  }
  const change = async () => {
    const body = { currentPassword, newPassword }
    const changed = await site.fetch('/api/admin/password', json('PUT', body, asAdmin(token)))
    isChanging = false
    return ((await changed.json()) as { token: string }).token
  }
  const [fresh, responses] = await Promise.all([
    change(),
    untilChanged(() =>
      site.fetch('/api/admin/recovery-codes', json('POST', { currentPassword }, asAdmin(token))),
    ),
    untilChanged(async () => {
      const credential = credentials.pop() ?? {}
      return post('', { name: 'Intruder', credential }, asAdmin(token))
    }),
  ])
  token = fresh
  expect(await passkeys()).toEqual([])
  for (const response of responses.filter(({ status }) => status === 201)) {
    const [code] = ((await response.json()) as { codes: string[] }).codes
    const body = { username: 'admin', code, newPassword: 'another lantern 59 ferry' }
    expect((await site.fetch('/api/admin/recover', json('POST', body))).status).toBe(401)
  }
})

it('a login by passkey is refused if the credential’s id is not a text', async () => {
  for (const id of [{ toString: 1 }, 1, null, []])
    expect((await post('/login', { credential: { id } })).status).toBe(401)
})
