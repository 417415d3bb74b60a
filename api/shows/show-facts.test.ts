import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import type { AdminShow, Show } from '../contract/shows'
import { bandDay } from '../shared/band-day'

let site: MemorySite
let admin: Record<string, string>
beforeAll(async () => {
  site = await openSite()
  admin = asAdmin(await site.token())
})
afterAll(() => site.stop())

const bare = { date: '2037-07-04', venue: 'The Wortley Taproom', city: 'London' }
const facts = {
  startsAt: '20:30',
  doorsAt: '19:00',
  address: '99 Wortley Road',
  ticketUrl: 'https://tickets.example/forks',
  ticketLabel: '$15 at the door',
  note: 'First line.\nSecond line.',
  isStepFree: true,
  ageLimit: 19,
  poster: { src: '/pictures/0.jpg', width: 600, height: 900, alt: 'A poster' },
}

let count = 0
/** Returns the fields of a show with a venue of its own. */
const show = (fields: object = {}) => {
  count += 1
  return { ...bare, venue: `Hall ${count}`, ...fields }
}

async function add(fields: object = {}): Promise<AdminShow> {
  const response = await site.fetch('/api/shows', json('POST', show(fields), admin))
  return ((await response.json()) as { show: AdminShow }).show
}

async function change({ _id, date, venue, city }: AdminShow, fields: object): Promise<AdminShow> {
  const body = { date, venue, city, ...fields }
  const response = await site.fetch(`/api/shows/${_id}`, json('PUT', body, admin))
  return ((await response.json()) as { show: AdminShow }).show
}

const remove = ({ _id }: AdminShow) =>
  site.fetch(`/api/shows/${_id}`, { method: 'DELETE', headers: admin })

const textAt = async (path: string) => (await site.fetch(path)).text()

async function listed(id: string): Promise<Show | undefined> {
  const { shows } = (await (await site.fetch('/api/shows')).json()) as { shows: Show[] }
  return shows.find(({ _id }) => _id === id)
}

describe('the facts of a show', () => {
  it('are stored, listed, left alone by a change without them, and cleared by an empty text', async () => {
    const added = await add(facts)
    expect(added).toMatchObject(facts)
    expect(await listed(added._id)).toMatchObject(facts)
    expect(await change(added, { city: 'Ingersoll' })).toMatchObject(facts)
    const empty = Object.fromEntries(Object.keys(facts).map((name) => [name, '']))
    const cleared = await change(added, empty)
    for (const name of Object.keys(facts)) expect(cleared).not.toHaveProperty(name)
  })

  it.each([
    ['startsAt', '8 p.m.'],
    ['doorsAt', '24:00'],
    ['address', 'x'.repeat(201)],
    ['ticketUrl', 'javascript:alert(1)'],
    ['ticketUrl', 'tickets.example'],
    ['note', 'x'.repeat(1001)],
    ['isStepFree', 'yes'],
    ['ageLimit', '19'],
    ['ageLimit', 22],
    ['ageLimit', 18.5],
    ['status', 'maybe'],
    ['formerDate', '2037-02-30'],
    ['visibility', 'secret'],
    ['poster', 'x'],
    ['poster', { src: 'https://elsewhere.example/x.jpg', width: 1, height: 1, alt: 'x' }],
    ['poster', { src: '//elsewhere.example/x.jpg', width: 1, height: 1, alt: 'x' }],
    ['poster', { src: '/x.jpg', width: 1, height: 1, alt: '\ud83c' }],
  ])('refuse the %s %j with a sentence', async (name, value) => {
    const response = await site.fetch('/api/shows', json('POST', show({ [name]: value }), admin))
    expect(response.status).toBe(422)
    const { errors } = (await response.json()) as { errors: { field: string; message: string }[] }
    expect(errors.map(({ field }) => field)).toEqual([name])
    expect(errors[0]?.message).toMatch(/^This .+\.$/)
  })

  it('keep only the known properties of a poster', async () => {
    const { poster } = await add({ poster: { ...facts.poster, alt: ' A poster ', more: 1 } })
    expect(poster).toEqual(facts.poster)
  })

  it('have no status and no visibility where these are the usual ones', async () => {
    const added = await add({ status: 'scheduled', visibility: 'public' })
    expect(added).not.toHaveProperty('status')
    expect(added).not.toHaveProperty('visibility')
    const changed = await change(await change(added, { status: 'cancelled' }), {
      status: 'scheduled',
    })
    expect(changed).not.toHaveProperty('status')
  })

  it('keep the original date until the show is no longer postponed', async () => {
    const added = await add()
    const moved = await change(added, { date: '2037-08-01', status: 'postponed' })
    expect(moved.formerDate).toBe('2037-07-04')
    const again = await change(moved, { date: '2037-09-01' })
    expect(again.formerDate).toBe('2037-07-04')
    const cancelled = await change(again, { status: 'cancelled' })
    expect(cancelled).not.toHaveProperty('formerDate')
    const undated = await change(await add(), { status: 'postponed' })
    expect(undated).not.toHaveProperty('formerDate')
    // A moved show is postponed again, without a new date.
    const later = await change(moved, { formerDate: moved.date })
    expect(later).not.toHaveProperty('formerDate')
  })
})

describe('a draft or private show', () => {
  it.each(['draft', 'private'] as const)('%s is in nothing public', async (visibility) => {
    const secret = `Secret ${crypto.randomUUID()}`
    const added = await add({ venue: secret, visibility })
    expect(added.visibility).toBe(visibility)
    const { shows } = (await (await site.fetch('/api/admin/shows', { headers: admin })).json()) as {
      shows: AdminShow[]
    }
    expect(shows).toContainEqual(added)
    const paths = [
      '/api/shows',
      '/shows.ics',
      '/shows.rss',
      '/sitemap.xml',
      '/Shows',
      '/',
      '/llms.txt',
    ]
    for (const path of paths) {
      const text = await textAt(path)
      expect([path, text.includes(secret), text.includes(added.slug)]).toEqual([path, false, false])
    }
    for (const path of [
      `/Shows/${added.slug}`,
      `/Shows/${added._id}`,
      `/shows/${added._id}/calendar.ics`,
      `/shows/${added._id}/card.jpg`,
      `/shows/${added._id}/code.svg`,
    ]) {
      const response = await site.fetch(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).not.toContain(secret)
    }
    await remove(added)
    expect((await site.fetch(`/Shows/${added.slug}`)).status).toBe(404)
  })

  it('appears everywhere when it is published', async () => {
    const added = await add({ visibility: 'draft' })
    const published = await change(added, { visibility: '' })
    expect(await listed(added._id)).toBeDefined()
    expect((await site.fetch(`/Shows/${published.slug}`)).status).toBe(200)
  })

  it('cannot be guessed from the address of a public one at the same place', async () => {
    const hidden = await add({ visibility: 'private' })
    const other = await add({ venue: hidden.venue })
    expect(other.slug).toBe(`2037-07-04-${hidden.venue.toLowerCase().replace(' ', '-')}-london`)
    expect(hidden.slug).not.toContain('2037')
  })

  it('keeps the addresses that were public once', async () => {
    const added = await add()
    const hidden = await change(added, { visibility: 'private' })
    // As if it had been deleted.
    expect((await site.fetch(`/Shows/${added.slug}`)).status).toBe(410)
    const again = await change(hidden, { visibility: '', city: 'Ingersoll' })
    expect((await site.fetch(`/Shows/${added.slug}`)).headers.get('location')).toBe(
      `/Shows/${again.slug}`,
    )
    await change(again, { visibility: 'private' })
    await remove(again)
    expect((await site.fetch(`/Shows/${added.slug}`)).status).toBe(410)
  })

  it('changes no byte and no header of anything public when it is written', async () => {
    await add()
    const everything = async () => {
      const paths = ['/', '/AboutUs', '/Shows', '/Music', '/Videos', '/BookUs', '/api/shows']
      const texts = ['/api/music', '/shows.ics', '/shows.rss', '/sitemap.xml', '/llms.txt']
      return Promise.all(
        [...paths, ...texts].map(async (path) => {
          const response = await site.fetch(path)
          const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
          return [path, headers, await response.text()]
        }),
      )
    }
    const before = await everything()
    const hidden = await add({ visibility: 'private' })
    expect(await everything()).toEqual(before)
    const changed = await change(hidden, { visibility: 'private', startsAt: '21:00' })
    expect(await everything()).toEqual(before)
    await remove(changed)
    expect(await everything()).toEqual(before)
  })
})

it.each(['card.jpg', 'code.svg', 'calendar.ics'])(
  'the %s of a show has one address',
  async (file) => {
    const { _id } = await add()
    expect((await site.fetch(`/shows/${_id}/${file}`)).status).toBe(200)
    // A letter in capitals, and a percent-encoded one.
    const id = _id.replace(/[a-f]/, (letter) => letter.toUpperCase())
    const encoded = `%${_id.charCodeAt(0).toString(16)}${_id.slice(1)}`
    for (const other of [id === _id ? _id.toUpperCase() : id, encoded])
      expect((await site.fetch(`/shows/${other}/${file}`)).status).toBe(404)
  },
)

describe('the page of a show', () => {
  it('contains all facts, for people, search engines and messengers', async () => {
    const added = await add({ ...facts, status: 'postponed', formerDate: '2037-06-01' })
    const response = await site.fetch(`/Shows/${added.slug}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    for (const text of [added.venue, 'Saturday', 'July 4, 2037', 'Doors 7 p.m., show 8:30 p.m.'])
      expect(html).toContain(text)
    expect(html).toContain('99 Wortley Road')
    expect(html).toContain('Postponed from June 1')
    expect(html).toContain(`<link rel="canonical" href="${site.url}/Shows/${added.slug}"`)
    const event = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}',
    )
    expect(event).toMatchObject({
      '@type': 'MusicEvent',
      startDate: '2037-07-04T20:30:00-04:00',
      doorTime: '2037-07-04T19:00:00-04:00',
      typicalAgeRange: '19-',
      previousStartDate: '2037-06-01',
      eventStatus: 'https://schema.org/EventRescheduled',
      location: { address: { streetAddress: '99 Wortley Road', addressRegion: 'Ontario' } },
      offers: { url: facts.ticketUrl },
      url: `${site.url}/Shows/${added.slug}`,
    })
    const meta = (name: string) => new RegExp(`"${name}" content="([^"]+)"`).exec(html)?.[1] ?? ''
    expect(meta('og:title')).toContain('July 4, 2037')
    expect(meta('og:description')).toMatch(/Saturday, July 4, 2037, Doors 7 p.m., show 8:30 p.m./)
    const card = await site.fetch(meta('og:image').replaceAll('&amp;', '&'))
    expect(card.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await card.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
    expect(bytes.length).toBeLessThan(300_000)
  })

  it.each([
    [{ status: 'cancelled' }, 'EventCancelled', 'Cancelled', false],
    [{ status: 'postponed' }, 'EventPostponed', 'Postponed', false],
    [
      { status: 'postponed', formerDate: '2031-06-01' },
      'EventRescheduled',
      'Postponed from June 1',
      true,
    ],
    [{ status: 'soldout' }, 'EventScheduled', 'Sold out', true],
  ])(
    'says of a show with %j: %s, and %s; whether it is for calendars: %s',
    async (fields, eventStatus, stamp, isForCalendars) => {
      const { slug, _id } = await add({ ...fields, ticketUrl: facts.ticketUrl })
      const html = await textAt(`/Shows/${slug}`)
      expect(html).toContain(`"eventStatus":"https://schema.org/${eventStatus}"`)
      expect(html.includes('"offers"')).toBe(fields.status !== 'cancelled')
      expect(html).toContain(`>${stamp}<`)
      expect(html.includes(`/shows/${_id}/calendar.ics"`)).toBe(isForCalendars)
    },
  )

  it('has no og:url if the show does not exist', async () => {
    const missing = await site.fetch('/Shows/2037-07-04-nowhere')
    expect(missing.status).toBe(404)
    expect(await missing.text()).not.toContain('og:url')
  })

  it('has another card when the show has changed', async () => {
    const added = await add()
    const cardAt = async ({ slug }: AdminShow) =>
      /og:image" content="[^"]*(\/shows\/[^"]+)"/.exec(await textAt(`/Shows/${slug}`))?.[1] ?? ''
    const before = await cardAt(added)
    const etag = (await site.fetch(before)).headers.get('etag') ?? ''
    const same = await site.fetch(before, { headers: { 'if-none-match': etag } })
    expect(same.status).toBe(304)
    const changed = await change(added, { status: 'cancelled' })
    const after = await cardAt(changed)
    expect(after).not.toBe(before)
    const pixels = async (path: string) =>
      Buffer.from(await (await site.fetch(path)).arrayBuffer()).toString('base64')
    expect((await site.fetch(after, { headers: { 'if-none-match': etag } })).status).toBe(200)
    expect((await pixels(after)).length).toBeGreaterThan(1000)
  })

  it('is found under its former addresses, whatever their spelling', async () => {
    const added = await add()
    const moved = await change(added, { city: 'Ingersoll' })
    expect(moved.slug).not.toBe(added.slug)
    const former = await site.fetch(`/Shows/${added.slug}?from=mail`)
    expect([former.status, former.headers.get('location')]).toEqual([
      301,
      `/Shows/${moved.slug}?from=mail`,
    ])
    const byId = await site.fetch(`/Shows/${moved._id}`)
    expect([byId.status, byId.headers.get('location')]).toEqual([301, `/Shows/${moved.slug}`])
    const spelled = await site.fetch(`/shows/${moved.slug.toUpperCase()}`)
    expect([spelled.status, spelled.headers.get('location')]).toEqual([308, `/Shows/${moved.slug}`])
    const back = await change(moved, { city: added.city })
    expect(back.slug).toBe(added.slug)
    expect((await site.fetch(`/Shows/${added.slug}`)).status).toBe(200)
  })

  it('is gone when the show is deleted, with a way on, under all its addresses', async () => {
    const added = await add()
    const moved = await change(added, { city: 'Ingersoll' })
    await remove(moved)
    for (const { slug } of [added, moved]) {
      const response = await site.fetch(`/Shows/${slug}`)
      expect(response.status).toBe(410)
      const html = await response.text()
      expect(html).toContain('This show is not on our list.')
      expect(html).toContain('href="/Shows"')
      expect(html).toContain('noindex')
    }
    expect((await site.fetch('/Shows/2037-01-01-nowhere')).status).toBe(404)
    const again = await site.fetch(
      '/api/shows',
      json('POST', { ...bare, venue: added.venue }, admin),
    )
    expect(again.status).toBe(201)
    expect((await site.fetch(`/Shows/${added.slug}`)).status).toBe(200)
  })

  it('has an address of its own, also for shows of the same name on the same day', async () => {
    const venue = `Twice ${crypto.randomUUID().slice(0, 8)}`
    const all = await Promise.all(Array.from({ length: 6 }, () => add({ venue })))
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(6)
    const [first] = all
    if (!first) throw new Error('no show was added')
    expect((await change(first, { note: 'x' })).slug).toBe(first.slug)
  })

  it('is in the sitemap', async () => {
    const { slug, updatedAt } = await add()
    expect(await textAt('/sitemap.xml')).toContain(
      `<loc>${site.url}/Shows/${slug}</loc><lastmod>${updatedAt}</lastmod>`,
    )
  })

  it('responds to other methods with 405', async () => {
    const { slug } = await add()
    const response = await site.fetch(`/Shows/${slug}`, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('calendars and readers', () => {
  const eventOf = async ({ _id }: AdminShow) => {
    const response = await site.fetch(`/shows/${_id}/calendar.ics`)
    const component = new ICAL.Component(ICAL.parse(await response.text()))
    const event = component.getFirstSubcomponent('vevent')
    const value = (name: string) => String(event?.getFirstPropertyValue(name) ?? '')
    return { response, value }
  }

  it('have the time, the whole address and the tickets, in a file with a name', async () => {
    const added = await add(facts)
    const { response, value } = await eventOf(added)
    expect(value('dtstart')).toBe('2037-07-05T00:30:00Z')
    expect(value('dtend')).toBe('2037-07-05T03:30:00Z')
    expect(value('location')).toBe(`${added.venue}, 99 Wortley Road, London, Ontario, Canada`)
    expect(value('description')).toContain('Doors 7 p.m., show 8:30 p.m.')
    expect(value('description')).toContain('$15 at the door: https://tickets.example/forks')
    expect(value('description')).toContain('First line.\nSecond line.')
    expect(value('url')).toBe(`${site.url}/Shows/${added.slug}`)
    expect(response.headers.get('content-disposition')).toMatch(
      /^inline; filename="2037-07-04-hall-\d+-the-forks.ics"/,
    )
  })

  it('are well-formed in the feed with any text', async () => {
    const added = await add({ venue: 'A ]]> and ]]> <b>', note: ']]>]]><img src=x>' })
    const feed = await textAt('/shows.rss')
    expect(XMLValidator.validate(feed)).toBe(true)
    // Readers display descriptions as HTML.
    expect(feed).toContain(']]&gt;]]&gt;&lt;img src=x&gt;')
    await remove(added)
  })

  it('have the status, the prefix and a higher sequence of a cancelled show', async () => {
    const added = await add()
    const before = await eventOf(added)
    expect(before.value('status')).toBe('CONFIRMED')
    const { value } = await eventOf(await change(added, { status: 'cancelled' }))
    expect(value('status')).toBe('CANCELLED')
    expect(value('summary')).toBe(`Cancelled: The Forks at ${added.venue}`)
    expect(Number(value('sequence'))).toBe(Number(before.value('sequence')) + 1)
    expect(value('last-modified') >= before.value('last-modified')).toBe(true)
    expect(await textAt('/shows.ics')).toContain(`${added._id}@`)
    const { rss } = new XMLParser().parse(await textAt('/shows.rss'))
    const items: { title: string; link: string; guid: string }[] = rss.channel.item
    const item = items.find(({ link }) => link === `${site.url}/Shows/${added.slug}`)
    expect(item?.title).toBe(`Cancelled: July 4, 2037: ${added.venue}, London`)
    expect(item?.guid).toMatch(new RegExp(`^${added._id}-cancelled@`))
  })

  it('have a show without a new date as tentative, and a moved one as confirmed', async () => {
    const added = await add({ status: 'postponed' })
    expect((await eventOf(added)).value('status')).toBe('TENTATIVE')
    expect((await eventOf(added)).value('summary')).toMatch(/^Postponed: /)
    const moved = await change(added, { date: '2037-08-01' })
    const { value } = await eventOf(moved)
    expect([value('status'), value('dtstart')]).toEqual(['CONFIRMED', '2037-08-01'])
    expect(value('summary')).toBe(`The Forks at ${added.venue}`)
  })
})

describe('/tonight', () => {
  const today = bandDay('America/Toronto', new Date())

  it('leads to the show of the band’s day, to one that takes place if there is a choice', async () => {
    const to = async () => {
      const response = await site.fetch('/tonight')
      expect(response.status).toBe(302)
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response.headers.get('location')
    }
    expect(await to()).toBe('/Shows')
    await add({ date: today, visibility: 'private' })
    expect(await to()).toBe('/Shows')
    const cancelled = await add({ date: today, status: 'cancelled' })
    expect(await to()).toBe(`/Shows/${cancelled.slug}`)
    const other = await add({ date: today })
    expect(await to()).toBe(`/Shows/${other.slug}`)
    for (const path of ['/Tonight/', '/tonight/', '/Tonight']) {
      const spelled = await site.fetch(path)
      expect([spelled.status, spelled.headers.get('location')]).toEqual([308, '/tonight'])
    }
  })

  const decode = async (path: string) => {
    const response = await site.fetch(path)
    expect(response.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()), { density: 300 })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
  }

  it('has a code that a decoder reads, as has each show', async () => {
    expect(await decode('/tonight.svg')).toBe(`${site.url}/tonight`)
    const { _id, slug } = await add()
    expect(await decode(`/shows/${_id}/code.svg`)).toBe(`${site.url}/Shows/${slug}`)
  })
})
