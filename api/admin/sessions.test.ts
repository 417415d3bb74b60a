import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import { adminPassword } from '../../testing/site-process'
import type { AdminSession } from '../contract/admin'

let site: MemorySite
beforeEach(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
})
afterEach(() => site.stop())

async function logIn(device: string, password = adminPassword) {
  const body = { username: 'admin', password }
  const options = json('POST', body, { 'user-agent': device })
  const response = await site.fetch('/api/admin/login', options)
  return ((await response.json()) as { token: string }).token
}
async function sessionsOf(token: string) {
  const response = await site.fetch('/api/admin/sessions', { headers: asAdmin(token) })
  return ((await response.json()) as { sessions: AdminSession[] }).sessions
}
const isValid = async (token: string) =>
  (await site.fetch('/api/admin/verify-token', { headers: asAdmin(token) })).status === 200

const codesFor = (token: string, currentPassword = adminPassword) =>
  site.fetch('/api/admin/recovery-codes', json('POST', { currentPassword }, asAdmin(token)))
async function newCodes(token: string) {
  return ((await (await codesFor(token)).json()) as { codes: string[] }).codes
}
const recover = (code: string, newPassword = 'quartz lantern 58 ferry', username = 'admin') =>
  site.fetch('/api/admin/recover', json('POST', { username, code, newPassword }))

it('each login is a session, which can be ended on its own', async () => {
  const [phone, laptop] = [await logIn('Phone'), await logIn('Laptop')]
  const sessions = await sessionsOf(laptop)
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent]).sort()).toEqual([
    ['Laptop', true],
    ['Phone', false],
  ])
  const id = sessions.find(({ device }) => device === 'Phone')?._id
  const end = () =>
    site.fetch(`/api/admin/sessions/${id}`, { method: 'DELETE', headers: asAdmin(laptop) })
  expect((await end()).status).toBe(204)
  expect([await isValid(phone), await isValid(laptop)]).toEqual([false, true])
  expect((await end()).status).toBe(404)
  expect(await sessionsOf(laptop)).toMatchObject([{ device: 'Laptop' }])
})

it('logging out and logging out everywhere end the sessions', async () => {
  const [phone, laptop] = [await logIn('Phone'), await logIn('Laptop')]
  await site.fetch('/api/admin/logout', { method: 'POST', headers: asAdmin(phone) })
  expect(await sessionsOf(laptop)).toMatchObject([{ device: 'Laptop' }])
  const headers = asAdmin(laptop)
  await site.fetch('/api/admin/logout-everywhere', { method: 'POST', headers })
  expect(await sessionsOf(await logIn('Tablet'))).toMatchObject([{ device: 'Tablet' }])
})

it('a recovery code sets a new password once, and ends every session', async () => {
  const token = await logIn('Phone')
  const codes = await newCodes(token)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const [first = '', second = ''] = codes
  // In small letters and without hyphens, as people type it.
  const response = await recover(first.toLowerCase().replaceAll('-', ' '))
  expect(response.status).toBe(200)
  const { token: fresh } = (await response.json()) as { token: string }
  expect([await isValid(token), await isValid(fresh)]).toEqual([false, true])
  expect(await isValid(await logIn('Phone', 'quartz lantern 58 ferry'))).toBe(true)
  expect((await recover(first)).status).toBe(401)
  const left = await site.fetch('/api/admin/recovery-codes', { headers: asAdmin(fresh) })
  expect(await left.json()).toEqual({ unused: 9 })
  expect((await recover(second, 'another lantern 59 ferry')).status).toBe(200)
})

it('a code is refused with another user name, and stays valid after a weak password', async () => {
  const [code = ''] = await newCodes(await logIn('Phone'))
  expect((await recover(code, undefined, 'somebody')).status).toBe(401)
  const weak = await recover(code, 'password1')
  expect(weak.status).toBe(422)
  expect(await weak.json()).toMatchObject({ errors: [{ field: 'newPassword' }] })
  expect((await recover('0000-0000-0000-0000', 'password1')).status).toBe(401)
  expect((await recover(code)).status).toBe(200)
})

it('one of several requests with the same code succeeds', async () => {
  const [code = ''] = await newCodes(await logIn('Phone'))
  const responses = await Promise.all(Array.from({ length: 8 }, () => recover(code)))
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(7).fill(401)])
})

it('codes need a token and the password, and new ones replace the former', async () => {
  expect((await site.fetch('/api/admin/recovery-codes', json('POST', {}))).status).toBe(401)
  const token = await logIn('Phone')
  const wrong = await codesFor(token, 'wrong')
  expect(wrong.status).toBe(422)
  expect(await wrong.json()).toMatchObject({ errors: [{ field: 'currentPassword' }] })
  const [former = ''] = await newCodes(token)
  await newCodes(token)
  expect((await recover(former)).status).toBe(401)
})

it('guesses of codes are limited like those of passwords', async () => {
  const limited = await openSite({ LOG_LEVEL: 'silent' })
  const guess = async () => {
    const body = { username: 'admin', code: 'x', newPassword: 'quartz lantern 58 ferry' }
    return (await limited.fetch('/api/admin/recover', json('POST', body))).status
  }
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.add(await guess())
  await limited.stop()
  expect(statuses).toEqual(new Set([401, 429]))
})
