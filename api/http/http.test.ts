import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { asRead, pickFields } from '../contract/record'
import { ShowBody } from '../contract/shows'
import { LineOfText, TimeOfDay } from '../contract/text'
import { createSampler } from '../process/sampler'
import { addDays, isCalendarDay } from '../shared/calendar-day'
import { createClientAddress, isNetwork, networkOf, type TrustedProxies } from './client-address'
import { conditional, matchesEntityTag } from './conditional'
import { createHosts } from './hosts'
import { knownPaths } from './known-paths'
import { Problem } from './problem'
import { originOf, pathOf } from './request-url'
import { validate, validateText } from './validation'

describe('calendar days', () => {
  it.each([
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2027-13-01', false],
    ['2027-04-31', false],
    ['2027-4-1', false],
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['27-04-01', false],
    ['2027-04-01T00:00', false],
    ['', false],
  ])('%s is one: %s', (text, expected) => {
    expect(isCalendarDay(text)).toBe(expected)
  })

  it('are counted over the end of a month and of summer time', () => {
    expect(addDays('2026-10-31', 1)).toBe('2026-11-01')
    expect(addDays('2026-11-01', 1)).toBe('2026-11-02')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  })
})

describe('the client’s address', () => {
  it.each<[TrustedProxies, string | null, string]>([
    [0, '1.1.1.1', '10.0.0.1'],
    [1, null, '10.0.0.1'],
    [1, '1.1.1.1', '1.1.1.1'],
    [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    [2, '6.6.6.6, 1.1.1.1, 10.0.0.9', '1.1.1.1'],
    [2, '1.1.1.1', '10.0.0.1'],
    [1, '1.1.1.1:4711', '1.1.1.1'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, 'unknown', '10.0.0.1'],
    [['10.0.0.0/8'], '6.6.6.6, 1.1.1.1, 10.0.0.9', '1.1.1.1'],
    [['10.0.0.1'], '1.1.1.1, 10.0.0.9', '10.0.0.9'],
    [['192.168.0.0/16'], '1.1.1.1', '10.0.0.1'],
    [['10.0.0.0/8', '2001:db8::/32'], '1.1.1.1, 2001:db8::7', '1.1.1.1'],
    [['10.0.0.0/8'], '10.0.0.3', '10.0.0.3'],
  ])('behind the proxies %j, with X-Forwarded-For %s, is %s', (trusted, header, expected) => {
    expect(createClientAddress(trusted)('10.0.0.1', header)).toBe(expected)
  })

  it('of a peer that Bun writes as IPv6 is found in networks of IPv4', () => {
    const clientAddress = createClientAddress(['10.0.0.0/8'])
    expect(clientAddress('::ffff:10.0.0.1', '1.1.1.1')).toBe('1.1.1.1')
  })

  it.each([
    ['10.0.0.0/8', true],
    ['2001:db8::/32', true],
    ['10.0.0.1', true],
    ['10.0.0.0/33', false],
    ['12', false],
    ['256/8', false],
    ['proxy.example', false],
    ['', false],
  ])('%j can name proxies: %s', (text, expected) => {
    expect(isNetwork(text)).toBe(expected)
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['', ''],
])('limits count %j by %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('names of the site', () => {
  const under = (host: string) => new Request(`http://${host}/Shows`)

  it('are the public ones and this machine’s where there is a public one', () => {
    const hosts = createHosts(['https://band.example'])
    for (const host of [
      ...['band.example', 'band.example:443', 'band.example.', 'BAND.example'],
      ...['localhost:3001', '192.0.2.1:3001'],
    ])
      expect([hosts.isExpected(under(host)), hosts.isForeign(under(host))]).toEqual([true, false])
    for (const host of ['evil.example', 'band.example.evil.example', 'localhost.evil.example'])
      expect([hosts.isExpected(under(host)), hosts.isForeign(under(host))]).toEqual([false, true])
  })

  it('are the first ones that are seen, and the administrator’s, where there is no public one', () => {
    const hosts = createHosts([])
    const expected = Array.from({ length: 20 }, (_, index) => hosts.isExpected(under(`h${index}`)))
    expect(expected.filter(Boolean)).toHaveLength(8)
    expect(hosts.isExpected(under('h0'))).toBe(true)
    expect(hosts.isForeign(under('h19'))).toBe(false)
    hosts.confirm(under('h19'))
    expect(hosts.isExpected(under('h19'))).toBe(true)
  })
})

it('of one kind a few are admitted in a minute, and the others are counted', () => {
  let now = 0
  const suppressed: [string, number][] = []
  const admits = createSampler({
    maxPerMinute: 2,
    onSuppressed: (...one) => suppressed.push(one),
    now: () => now,
  })
  expect([admits('401'), admits('401'), admits('401'), admits('401')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(admits('422')).toBe(true)
  now = 60_000
  expect(admits('401')).toBe(true)
  expect(suppressed).toEqual([['401', 2]])
})

describe('entity tags', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [null, false],
  ])('If-None-Match %s', (header, expected) => {
    expect(matchesEntityTag(header, '"a"')).toBe(expected)
  })

  it('turn an answer that the client has into a 304', async () => {
    const request = new Request('http://x/', { headers: { 'if-none-match': '"a"' } })
    const answer = conditional(request, 'text', { etag: '"a"', 'content-type': 'text/plain' })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe('"a"')
  })
})

describe('a body', () => {
  const show = { date: '2027-07-04', venue: 'The Barn', city: 'London' }

  function errorsOf(value: unknown) {
    try {
      validateText(ShowBody, value)
    } catch (error) {
      if (error instanceof Problem) return (error.errors ?? []).map(({ field }) => field).sort()
    }
    return []
  }

  it('is trimmed and composed, without unknown fields', () => {
    const sent = { ...show, venue: '  Cafe\u0301 ', extra: 1, _id: 'x' }
    expect(validateText(ShowBody, sent)).toEqual({ ...show, venue: 'Café' })
  })

  it('is normalised only as far as it can be stored, for that takes long for some texts', () => {
    const normalise = vi.spyOn(String.prototype, 'normalize')
    const marks = (count: number) => `a${'\u0323\u0301'.repeat(count)}`
    try {
      expect(errorsOf({ ...show, venue: marks(16) })).toEqual(['venue'])
      expect(errorsOf({ ...show, venue: marks(30_000) })).toEqual(['venue'])
      expect(errorsOf({ ...show, venue: 'x'.repeat(60_000), unknown: marks(30_000) })).toEqual([
        'venue',
      ])
      const longest = Math.max(...normalise.mock.contexts.map((text) => String(text).length))
      expect(longest).toBe(show.date.length)
      // The longest run of combining marks that can be stored is accepted.
      expect(errorsOf({ ...show, venue: marks(15) })).toEqual([])
    } finally {
      normalise.mockRestore()
    }
  })

  it('of any text is refused or stored as a text that is its own normal form', () => {
    const letters = fc.constantFrom(
      'a',
      'é',
      ' ',
      '\0',
      '\r',
      '\u0301',
      '\ud800',
      '🎸',
      '中',
      '\u0085',
    )
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 260 }), (venue) => {
        if (errorsOf({ ...show, venue }).length > 0) return
        const stored = validateText(ShowBody, { ...show, venue }).venue
        expect(stored).toBe(stored.normalize('NFC').trim())
        expect(stored).not.toMatch(/\p{Cc}|\p{Cs}|\p{M}{31}/u)
        expect([...stored].length).toBeLessThanOrEqual(200)
        expect(stored).not.toBe('')
      }),
    )
  })

  it('counts characters, not units', () => {
    expect(errorsOf({ ...show, venue: '🎸'.repeat(200) })).toEqual([])
    expect(errorsOf({ ...show, venue: '🎸'.repeat(201) })).toEqual(['venue'])
  })

  it.each([
    [{}, ['city', 'date', 'venue']],
    [{ ...show, date: '2027-02-30' }, ['date']],
    [{ ...show, venue: '   ' }, ['venue']],
    // A zero-width space and a Hangul filler.
    [{ ...show, venue: ' \u200b\u3164' }, ['venue']],
    [{ ...show, city: 7 }, ['city']],
    [{ ...show, city: null }, ['city']],
    [{ ...show, note: [] }, ['note']],
    [{ ...show, isStepFree: [] }, ['isStepFree']],
    [{ ...show, poster: [] }, ['poster']],
    [{ ...show, poster: ['x'] }, ['poster']],
    [{ ...show, setList: {} }, ['setList']],
    [null, ['']],
    [[], ['city', 'date', 'venue']],
  ])('%j is refused for %j', (value, fields) => {
    const found = errorsOf(value)
    expect(found.length).toBeGreaterThan(0)
    expect(fields).toEqual(expect.arrayContaining(found))
  })

  it('keeps a password as it was typed', () => {
    const schema = Type.Object({ password: Type.String() })
    expect(validate(schema, { password: ' x ' })).toEqual({ password: ' x ' })
  })
})

it.each([
  'http://h/',
  'http://h:3001/Shows',
  'https://h/a%20b?x=/y#',
  'http://[::1]:80/api/shows?',
])('reads the path and the origin of %s as URL does', (url) => {
  const request = new Request(url)
  expect(pathOf(request)).toBe(new URL(request.url).pathname)
  expect(originOf(request)).toBe(new URL(request.url).origin)
})

it('knows which methods a path has', () => {
  const { methodsOf } = knownPaths([
    { method: 'GET', path: '/api/shows' },
    { method: 'POST', path: '/api/shows' },
    { method: 'PUT', path: '/api/shows/{id}' },
    { method: 'GET', path: '/*' },
  ])
  expect(methodsOf('/api/shows')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methodsOf('/api/shows/7')).toEqual(['PUT'])
  expect(methodsOf('/api/nothing')).toEqual([])
  expect(methodsOf('/')).toEqual([])
})

describe('optional fields', () => {
  const Body = Type.Object({
    venue: LineOfText,
    startsAt: Type.Optional(TimeOfDay),
    note: Type.Optional(LineOfText),
  })
  const messageFor = (value: object) => {
    try {
      validateText(Body, value)
    } catch (error) {
      if (error instanceof Problem) return error.errors
    }
  }

  it.each(['', '  ', '\u200b', '\u2800', '\u00ad'])(
    'are cleared by the invisible text %j',
    (note) => {
      const cleared = { venue: 'Barn', startsAt: '', note: '' }
      expect(validateText(Body, { venue: 'Barn', startsAt: '', note })).toEqual(cleared)
    },
  )

  it('are left alone where they are missing', () => {
    expect(validateText(Body, { venue: 'Barn' })).toEqual({ venue: 'Barn' })
  })

  it('say what form they have', () => {
    expect(messageFor({ venue: 'Barn', startsAt: '8 pm' })).toEqual([
      { field: 'startsAt', message: 'This must be a time of day, written as HH:MM.' },
    ])
    expect(messageFor({ venue: 'Barn', startsAt: '24:00' })).toHaveLength(1)
  })

  it('are read back by the same schema, without the limits for what is typed', () => {
    const View = asRead(Body)
    const record = { venue: 'x'.repeat(500), startsAt: '20:00', secret: 'no' }
    expect(pickFields(View, record)).toEqual({ venue: record.venue, startsAt: '20:00' })
    expect(Value.Check(View, pickFields(View, record))).toBe(true)
    expect(Value.Check(View, { startsAt: '20:00' })).toBe(false)
  })
})

it.each([
  [
    'a whole number',
    Type.Integer({ minimum: 0, maximum: 21 }),
    '18',
    'a whole number from 0 to 21',
  ],
  [
    'a whole number',
    Type.Integer({ minimum: 0, maximum: 21 }),
    18.5,
    'a whole number from 0 to 21',
  ],
  ['a whole number', Type.Integer({ minimum: 0, maximum: 21 }), -1, 'a whole number from 0 to 21'],
  ['a whole number', Type.Integer({ minimum: 0, maximum: 21 }), 22, 'a whole number from 0 to 21'],
  ['a number', Type.Number(), 'x', 'a number'],
  ['a list', Type.Array(Type.String()), 'x', 'a list'],
  ['an object', Type.Object({}), 'x', 'an object'],
  ['a truth value', Type.Boolean(), 'x', 'true or false'],
  ['a text', Type.String(), 7, 'a text'],
])('a value that is not %s is refused with its own message', (_, schema, value, kind) => {
  try {
    validateText(Type.Object({ field: schema }), { field: value })
    expect.unreachable()
  } catch (error) {
    expect((error as Problem).errors).toEqual([
      { field: 'field', message: `This must be ${kind}.` },
    ])
  }
})

it('an empty text clears an optional whole number', () => {
  const Body = Type.Object({ ageLimit: Type.Optional(Type.Integer()) })
  expect(validateText(Body, { ageLimit: '' })).toEqual({ ageLimit: '' })
})

it('an empty text clears no field that is no text', () => {
  const Body = Type.Object({ filledFor: Type.Optional(Type.Number()) })
  expect(() => validateText(Body, { filledFor: '' })).toThrow(Problem)
})

it('the methods of a fixed path are not those of a path with an id', () => {
  const { methodsOf } = knownPaths([
    { method: 'PUT', path: '/api/music/{id}' },
    { method: 'POST', path: '/api/music/upload' },
  ])
  expect(methodsOf('/api/music/upload')).toEqual(['POST'])
  expect(methodsOf('/api/music/1')).toEqual(['PUT'])
  expect(methodsOf('/api/unknown')).toEqual([])
})
