import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json } from '../../testing/requests'
import { serveSite } from '../../testing/served-site'
import type { Site } from '../../testing/site-process'

let site: Site
let song: string
beforeAll(async () => {
  site = await serveSite({ DEMO_CONTENT: 'on', PUBLIC_URL: 'https://band.example' })
  const { music } = (await (await fetch(`${site.url}/api/music`)).json()) as {
    music: { mp3FilePath: string }[]
  }
  song = music[0]?.mp3FilePath ?? ''
})
afterAll(() => site.stop())

const call = (path: string, options?: RequestInit) => fetch(site.url + path, options)
const again = async (path: string) => {
  const etag = (await call(path)).headers.get('etag') ?? ''
  return call(path, { headers: { 'if-none-match': etag } })
}

describe('every response has the security headers', () => {
  it.each<[string, number, () => Promise<Response>]>([
    ['a page', 200, () => call('/Shows')],
    ['a page that is known', 304, () => again('/Shows')],
    ['no page', 404, () => call('/nowhere')],
    ['a list', 200, () => call('/api/shows')],
    ['a list that is known', 304, () => again('/api/shows')],
    ['an mp3', 200, () => call(song)],
    ['a part of it', 206, () => call(song, { headers: { range: 'bytes=0-1' } })],
    ['a part that is not there', 416, () => call(song, { headers: { range: 'bytes=99999999-' } })],
    ['an mp3 that is known', 304, () => again(song)],
    ['the head of an mp3', 200, () => call(song, { method: 'HEAD' })],
    ['a file of the build', 200, () => call('/icon.svg')],
    ['the worker', 200, () => call('/sw.js')],
    ['the calendar', 200, () => call('/shows.ics')],
    ['no token', 401, () => call('/api/enquiries')],
    ['another method', 405, () => call('/api/shows', { method: 'PATCH' })],
    ['a long body', 413, () => call('/bookus', json('POST', { name: 'x'.repeat(70_000) }))],
    ['another type', 415, () => call('/bookus', { method: 'POST', body: 'x' })],
    ['a wrong body', 422, () => call('/bookus', json('POST', {}))],
    ['malformed JSON', 400, () => call('/bookus', json('POST', '{'))],
    ['a broken address', 400, () => call('/api/shows/%E0%A4%A', { method: 'DELETE' })],
  ])('%s: %i', async (_, status, ask) => {
    const { headers, status: given } = await ask()
    // Elysia chooses the status of a malformed request; the headers are sent all the same.
    if (status !== 400) expect(given).toBe(status)
    expect(given).toBeLessThan(500)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('and does not speak of https where there is none', async () => {
    const plain = await serveSite()
    const { headers } = await fetch(`${plain.url}/api/shows`)
    expect(headers.get('strict-transport-security')).toBeNull()
    await plain.stop()
  })
})

describe('a page lets nothing run but what it came with', () => {
  it.each(['/', '/Shows', '/Music', '/login', '/Admin', '/nowhere', '/shell.html'])(
    '%s',
    async (path) => {
      const answer = await call(path)
      const html = await answer.text()
      const policy = Object.fromEntries(
        (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ')
          return [name, sources]
        }),
      )
      expect(policy['script-src']).not.toContain("'unsafe-inline'")
      expect(policy['object-src']).toEqual(["'none'"])
      expect(policy['base-uri']).toEqual(["'none'"])
      expect(policy['frame-ancestors']).toEqual(["'none'"])
      expect(policy['frame-src']).toEqual(["'none'"])
      expect(policy['connect-src']).toEqual(["'self'", 'https://band.example'])
      const inline = html
        .split('<script')
        .slice(1)
        // External scripts and data blocks need no hash.
        .filter((script) => !/^[^>]*(\ssrc=|application\/ld\+json)/.test(script))
      expect(inline.length).toBeGreaterThan(0)
      for (const script of inline) {
        const text = script.slice(script.indexOf('>') + 1, script.indexOf('</script>'))
        const hash = createHash('sha256').update(text).digest('base64')
        expect(policy['script-src']).toContain(`'sha256-${hash}'`)
      }
    },
  )
})
