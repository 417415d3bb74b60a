import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, sendRaw, statusOf, streamed } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import { adminPassword, type Site, spawnSite, untilReady } from '../../testing/site-process'

const secret = 'a secret that is long enough for tests'
let site: MemorySite
beforeAll(async () => {
  site = await openSite({ JWT_SECRET: secret, RATE_LIMIT: 'off' })
})
afterAll(() => site.stop())

afterEach(() => {
  vi.useRealTimers()
})

/** Stops the clock: on a slow machine, the wait after an attempt would be over before the next one. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })

const login = (password: unknown, username: unknown = 'admin', at: Pick<Site, 'fetch'> = site) =>
  at.fetch('/api/admin/login', json('POST', { username, password }))
const verify = (token: string) => site.fetch(`/api/admin/verify-token`, { headers: asAdmin(token) })

describe('logging in', () => {
  it('gives a token that holds', async () => {
    const answer = await login(adminPassword)
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    const verified = await verify(token)
    expect(verified.status).toBe(200)
    const { username, expiresAt } = (await verified.json()) as Record<string, string>
    expect(username).toBe('admin')
    const hours = (Date.parse(expiresAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(167)
    expect(hours).toBeLessThanOrEqual(168)
  })

  it('answers a wrong password and an unknown user alike', async () => {
    const wrong = await login('wrong')
    const unknown = await login(adminPassword, 'somebody')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer')
    expect(await wrong.text()).toBe(await unknown.text())
  })

  it.each([
    ['no JSON', json('POST', '{'), 400],
    ['no object', json('POST', '[]'), 422],
    [
      'another type',
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    ['a missing field', json('POST', { username: 'admin' }), 422],
    ['a wrong type', json('POST', { username: 'admin', password: 7 }), 422],
    ['too much', json('POST', { username: 'admin', password: 'x'.repeat(70_000) }), 413],
  ])('refuses %s', async (_, request, status) => {
    const answer = await site.fetch(`/api/admin/login`, request)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    const problem = (await answer.json()) as { status: number; title: string; detail: string }
    expect(problem).toMatchObject({ status, type: 'about:blank' })
    expect(problem.title).not.toBe('')
  })

  it('refuses a body that is too long also when it does not say how long it is', async () => {
    const chunks = Array.from({ length: 10 }, () => new TextEncoder().encode(' '.repeat(8192)))
    const pieces = streamed({ 'content-type': 'application/json' }, Readable.from(chunks))
    const answer = await site.fetch(`/api/admin/login`, pieces)
    expect(answer.status).toBe(413)
  })

  it('never echoes a password', async () => {
    const answer = await site.fetch(
      `/api/admin/login`,
      json('POST', { username: 7, password: 'hunter2hunter2' }),
    )
    expect(await answer.text()).not.toContain('hunter2')
  })

  it('refuses attempts for some time after five failures, and then accepts the password', async () => {
    const limited = await openSite()
    stopClock()
    try {
      for (let tries = 0; tries < 5; tries += 1)
        expect((await login('wrong', 'admin', limited)).status).toBe(401)
      // The sixth failed login is the first that causes a wait.
      await login('wrong', 'admin', limited)
      const refused = await login(adminPassword, 'admin', limited)
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      vi.setSystemTime(Date.now() + seconds * 1000)
      expect((await login(adminPassword, 'admin', limited)).status).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})

it('guesses from many addresses do not lock out a browser that logged in before', async () => {
  const limited = await openSite({ TRUST_PROXY: '1' })
  stopClock()
  const from = async (address: string, password: string) => {
    const options = json('POST', { username: 'admin', password }, { 'x-forwarded-for': address })
    return (await limited.fetch(`/api/admin/login`, options)).status
  }
  expect(await from('198.51.100.7', adminPassword)).toBe(200)
  const guesses = Array.from({ length: 9 }, (_, index) => `203.0.113.${index}`)
  for (const address of guesses) await from(address, 'wrong')
  expect(await from('203.0.113.99', adminPassword)).toBe(429)
  expect(await from('198.51.100.7', 'wrong')).toBe(401)
  expect(await from('198.51.100.7', adminPassword)).toBe(200)
  await limited.stop()
})

describe('where many share one address', () => {
  const from = (at: MemorySite, password: string, cookie = '') =>
    at.fetch(
      '/api/admin/login',
      json('POST', { username: 'admin', password }, cookie ? { cookie } : {}),
    )
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

  it('a browser that logged in before is let in while strangers’ failures keep others out', async () => {
    const limited = await openSite()
    stopClock()
    const first = await from(limited, adminPassword)
    expect(first.headers.get('set-cookie')).toMatch(
      /^device=[\w-]+\.[\w-]+; Path=\/api\/admin; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    const cookie = cookieOf(first)
    while ((await from(limited, 'wrong')).status !== 429);
    expect((await from(limited, adminPassword)).status).toBe(429)
    expect((await from(limited, adminPassword, cookie)).status).toBe(200)

    // A known device has its own limit; a forged cookie doesn't count as a device.
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await from(limited, adminPassword, forged)).status).toBe(429)
    while ((await from(limited, 'wrong', cookie)).status !== 429);
    // As many characters as a signature, but more bytes.
    const strange = `device=abc.%C3%A9${'a'.repeat(42)}`
    expect((await from(limited, adminPassword, strange)).status).toBe(429)
    await limited.stop()
  })

  it('an address has at most twice the guesses, however many device cookies it has', async () => {
    const limited = await openSite()
    stopClock()
    const cookies: string[] = []
    for (let count = 0; count < 10; count += 1)
      cookies.push(cookieOf(await from(limited, adminPassword)))
    let guesses = 0
    for (const cookie of ['', ...cookies])
      for (let count = 0; count < 10; count += 1)
        if ((await from(limited, 'wrong', cookie)).status === 401) guesses += 1
    expect(guesses).toBeGreaterThanOrEqual(10)
    expect(guesses).toBeLessThanOrEqual(14)
    await limited.stop()
  })

  it.each([
    [
      'a new password',
      (at: MemorySite, headers: Record<string, string>) =>
        at.fetch(
          '/api/admin/password',
          json(
            'PUT',
            { currentPassword: adminPassword, newPassword: 'a van full of amplifiers' },
            headers,
          ),
        ),
    ],
    [
      '"Log out everywhere"',
      (at: MemorySite, headers: Record<string, string>) =>
        at.fetch('/api/admin/logout-everywhere', { method: 'POST', headers }),
    ],
  ])('a device cookie ends with %s', async (_, end) => {
    const limited = await openSite()
    stopClock()
    const cookie = cookieOf(await from(limited, adminPassword))
    expect((await end(limited, asAdmin(await limited.token()))).ok).toBe(true)
    while ((await from(limited, 'wrong')).status !== 429);
    expect((await from(limited, 'wrong', cookie)).status).toBe(429)
    await limited.stop()
  })

  it('an address may log in 60 times in ten minutes', async () => {
    const limited = await openSite()
    stopClock()
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1)
      statuses.push((await from(limited, adminPassword)).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    await limited.stop()
  })

  it('the device cookie is Secure if the site is reached by https', async () => {
    const secure = await openSite({ PUBLIC_URL: 'https://band.example', RATE_LIMIT: 'off' })
    expect((await from(secure, adminPassword)).headers.get('set-cookie')).toMatch(/; Secure$/)
    await secure.stop()
  })

  it('says once that X-Forwarded-For arrives though no proxy is trusted', async () => {
    const warned = await openSite({ LOG_LEVEL: 'warn' })
    for (const address of ['198.51.100.1', '198.51.100.2'])
      await warned.fetch(
        `/api/admin/login`,
        json('POST', { username: 'admin', password: 'x' }, { 'x-forwarded-for': address }),
      )
    expect(warned.output().match(/X-Forwarded-For arrives, but TRUST_PROXY is 0/g)).toHaveLength(1)
    await warned.stop()
  })

  it('proxies can be named by their networks', async () => {
    const behind = await openSite({ TRUST_PROXY: '127.0.0.0/8, ::1', LOG_LEVEL: 'info' })
    const headers = { 'x-forwarded-for': '6.6.6.6, 198.51.100.9:4711' }
    await behind.fetch(
      `/api/admin/login`,
      json('POST', { username: 'admin', password: 'x' }, headers),
    )
    expect(behind.output()).toContain('"address":"198.51.100.9"')
    expect(behind.output()).not.toContain('6.6.6.6')
    await behind.stop()
  })
})

describe('under a name that is not the site’s', () => {
  it('the back office is closed, and everything that anybody may read is open', async () => {
    const named = await serveSite({ PUBLIC_URL: 'https://band.example', RATE_LIMIT: 'off' })
    const token = await named.token()
    const under = async (host: string, request: string, body = '') =>
      statusOf(
        await sendRaw(
          named.url,
          `${request} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        ),
      )
    const credentials = JSON.stringify({ username: 'admin', password: adminPassword })
    expect(await under('evil.example', 'POST /api/admin/login', credentials)).toBe(421)
    expect(await under('evil.example', 'GET /api/admin/shows')).toBe(421)
    expect(await under('evil.example:3001', 'GET /api/enquiries')).toBe(421)
    expect(await under('evil.example', 'GET /api/shows')).toBe(200)
    expect(await under('evil.example', 'GET /Shows')).toBe(200)
    for (const host of ['band.example', 'localhost:3001', '127.0.0.1:3001', '[::1]:3001'])
      expect(await under(host, 'GET /api/admin/shows')).toBe(200)
    await named.stop()
  })
})

describe('a token', () => {
  let claims: { generation: number }
  beforeAll(async () => {
    const account = await site.db.collection('accounts').findOne()
    claims = { generation: account?.['generation'] }
  })
  const sign = (key: string, alg = 'HS256', more: Record<string, unknown> = {}) =>
    new SignJWT({
      ...claims,
      iss: 'cover-band',
      aud: 'cover-band-admin',
      sub: 'admin',
      jti: 'x',
      ...more,
    })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key))
  const unsigned = () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = {
      ...claims,
      iss: 'cover-band',
      aud: 'cover-band-admin',
      sub: 'admin',
      jti: 'x',
      iat: 1,
      exp: 9e9,
    }
    return `${part({ alg: 'none' })}.${part(body)}.`
  }

  it('of our making would hold', async () => {
    expect((await verify(await sign(secret))).status).toBe(200)
  })

  it.each([
    ['signed by another secret', () => sign('another secret that is long enough')],
    ['signed by another algorithm', () => sign(secret, 'HS512')],
    ['without a signature', unsigned],
    ['for somebody else', () => sign(secret, 'HS256', { aud: 'other' })],
    ['from somebody else', () => sign(secret, 'HS256', { iss: 'other' })],
    ['of another user', () => sign(secret, 'HS256', { sub: 'other' })],
    ['of another generation', () => sign(secret, 'HS256', { generation: 7 })],
    ['that ended', () => sign(secret, 'HS256', { exp: 1 })],
    ['that is none', () => 'abc'],
  ])('%s is refused', async (name, make) => {
    let token = await make()
    if (name === 'that ended')
      token = await new SignJWT({
        ...claims,
        iss: 'cover-band',
        aud: 'cover-band-admin',
        sub: 'admin',
        jti: 'x',
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(1)
        .sign(new TextEncoder().encode(secret))
    const answer = await verify(token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('of another database under the same secret is refused', async () => {
    const other = await serveSite({ JWT_SECRET: secret })
    expect((await verify(await other.token())).status).toBe(401)
    await other.stop()
  })

  it('is dead after logging out, the others live', async () => {
    const [one, other] = [await site.token(), await site.token()]
    const answer = await site.fetch(`/api/admin/logout`, {
      method: 'POST',
      headers: asAdmin(one),
    })
    expect(answer.status).toBe(204)
    expect((await verify(one)).status).toBe(401)
    expect((await verify(other)).status).toBe(200)
  })
})

describe('changing the password', () => {
  it('kills every older token and survives a restart with the same environment', async () => {
    const other = await serveSite({ RATE_LIMIT: 'off' })
    try {
      const token = await other.token()
      const change = (body: object) =>
        fetch(`${other.url}/api/admin/password`, json('PUT', body, asAdmin(token)))
      expect(
        (await change({ currentPassword: 'wrong', newPassword: 'a new password' })).status,
      ).toBe(422)
      expect((await change({ currentPassword: adminPassword, newPassword: 'short' })).status).toBe(
        422,
      )
      const answer = await change({ currentPassword: adminPassword, newPassword: 'a new password' })
      expect(answer.status).toBe(200)
      const { token: newToken } = (await answer.json()) as { token: string }
      const verifyThere = async (token: string) =>
        (await fetch(`${other.url}/api/admin/verify-token`, { headers: asAdmin(token) })).status
      expect(await verifyThere(token)).toBe(401)
      expect(await verifyThere(newToken)).toBe(200)
      expect((await login(adminPassword, 'admin', other)).status).toBe(401)
      expect((await login('a new password', 'admin', other)).status).toBe(200)

      const again = await spawnSite({
        MONGODB_URI: other.databaseUri,
        DATA_DIR: other.dataDirectory,
        ADMIN_PASSWORD: adminPassword,
      })
      await untilReady(again)
      expect((await login('a new password', 'admin', again)).status).toBe(200)
      again.child.kill()
      await again.exit
    } finally {
      await other.stop()
    }
  })

  it('lets one of many win that come at once, whose token is the one that holds', async () => {
    const other = await serveSite({ RATE_LIMIT: 'off' })
    const token = await other.token()
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const body = {
          currentPassword: adminPassword,
          newPassword: `the winner is number ${index}`,
        }
        const request = json('PUT', body, asAdmin(token))
        const answer = await fetch(`${other.url}/api/admin/password`, request)
        return { status: answer.status, body: (await answer.json()) as { token: string }, index }
      }),
    )
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    // The other requests find that either the token (401) or the current password (422) is no longer valid.
    for (const { status } of answers.filter((answer) => answer !== winner))
      expect([401, 422]).toContain(status)
    const headers = asAdmin(winner?.body.token ?? '')
    expect((await fetch(`${other.url}/api/admin/verify-token`, { headers })).status).toBe(200)
    const chosen = `the winner is number ${winner?.index}`
    expect((await login(chosen, 'admin', other)).status).toBe(200)
    await other.stop()
  })

  it.each([
    ...['password', 'PASSWORD1', '1234567890', 'football', 'The-Forks-2026!', '🤘🤘🤘🤘'],
    ...['aaaaaaaa', 'adminadmin', '        ', 'The ForksThe Forks', 'theforks theforks'],
    ...['TheForksband', 'the-forks.band.example'],
  ])('refuses %s, which everybody would try', async (newPassword) => {
    const body = { currentPassword: adminPassword, newPassword }
    const headers = asAdmin(await site.token())
    const answer = await site.fetch(`/api/admin/password`, json('PUT', body, headers))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'newPassword' }] })
  })

  it('needs a token', async () => {
    const answer = await site.fetch(`/api/admin/password`, json('PUT', {}))
    expect(answer.status).toBe(401)
  })

  it('keeps only an argon2id hash', async () => {
    const password = 'quartz lantern 58 ferry'
    const own = await openSite({ ADMIN_PASSWORD: password })
    const account = await own.db.collection('accounts').findOne()
    expect(account?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(account)).not.toContain(password)
    await own.stop()
  })
})

describe('the account', () => {
  it('lists the times and addresses of the last logins', async () => {
    const before = Date.now()
    const { headers } = json('POST', {}, { 'user-agent': 'A phone in a van' })
    const body = JSON.stringify({ username: 'admin', password: adminPassword })
    const answer = await site.fetch(`/api/admin/login`, { method: 'POST', headers, body })
    const { token } = (await answer.json()) as { token: string }
    const list = await site.fetch(`/api/admin/logins`, { headers: asAdmin(token) })
    expect(list.headers.get('cache-control')).toBe('no-store')
    const { logins } = (await list.json()) as { logins: Record<string, string>[] }
    expect(logins[0]).toMatchObject({ device: 'A phone in a van' })
    expect(logins[0]?.['address']).toMatch(/^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/)
    expect(Date.parse(logins[0]?.['at'] ?? '')).toBeGreaterThanOrEqual(before)
  })

  it('can be logged out everywhere at once', async () => {
    const other = await serveSite()
    const [one, two] = [await other.token(), await other.token()]
    const answer = await fetch(`${other.url}/api/admin/logout-everywhere`, {
      method: 'POST',
      headers: asAdmin(one),
    })
    expect(answer.status).toBe(204)
    for (const token of [one, two]) {
      const verified = await fetch(`${other.url}/api/admin/verify-token`, {
        headers: asAdmin(token),
      })
      expect(verified.status).toBe(401)
    }
    await other.stop()
  })

  it.each([
    ['GET', '/api/admin/logins'],
    ['POST', '/api/admin/logout-everywhere'],
  ])('is nobody else’s to %s %s', async (method, path) => {
    expect((await site.fetch(path, { method })).status).toBe(401)
  })

  it('gets a new password from the command line while the site runs', async () => {
    const other = await serveSite()
    const token = await other.token()
    const bun = join(import.meta.dirname, '../../node_modules/.bin/bun')
    const script = join(import.meta.dirname, '../cli/main.ts')
    const { stdout } = await promisify(execFile)(bun, [script, 'reset-password'], {
      env: { PATH: process.env['PATH'], MONGODB_URI: other.databaseUri },
    })
    const [, password = ''] = /Password {2}(\S+)/.exec(stdout) ?? []
    expect((await login(password, 'admin', other)).status).toBe(200)
    expect((await login(adminPassword, 'admin', other)).status).toBe(401)
    const verified = await fetch(`${other.url}/api/admin/verify-token`, { headers: asAdmin(token) })
    expect(verified.status).toBe(401)
    await other.stop()
  })

  it('leaves a line in the log for each attempt, its end, and never a secret', async () => {
    const other = await serveSite({ LOG_LEVEL: 'info' })
    await login('not the password', 'admin', other)
    const token = await other.token()
    const body = { currentPassword: adminPassword, newPassword: 'a password of its own' }
    const change = json('PUT', body, asAdmin(token))
    const changed = await fetch(`${other.url}/api/admin/password`, change)
    const { token: renewed } = (await changed.json()) as { token: string }
    const logout = { method: 'POST', headers: asAdmin(renewed) }
    await fetch(`${other.url}/api/admin/logout`, logout)
    const lines = other
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      // Whether a request is slow depends on the machine.
      .filter(({ msg }) => msg !== 'data migrated' && msg !== 'a request was slow')
    expect(lines.map(({ msg }) => msg)).toEqual([
      'login failed',
      'a request was refused',
      'login',
      'password changed',
      'logout',
    ])
    for (const line of lines) expect(line.address).toMatch(/1$/)
    for (const secret of [
      'not the password',
      adminPassword,
      'a password of its own',
      token,
      renewed,
    ])
      expect(other.output()).not.toContain(secret)
    await other.stop()
  })
})
