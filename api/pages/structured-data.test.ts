import jsonld from 'jsonld'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'

let site: MemorySite
beforeAll(async () => {
  site = await openSite()
  const admin = asAdmin(await site.token())
  const send = (method: string, path: string, body: object) =>
    site.fetch(path, json(method, body, admin))
  const place = { venue: 'The "Barn" </script>', city: 'Arva' }
  await send('POST', '/api/shows', {
    ...place,
    date: '2031-06-01',
    startsAt: '20:00',
    ageLimit: 19,
  })
  await send('POST', '/api/shows', { ...place, date: '2031-06-02', status: 'cancelled' })
  const moved = await send('POST', '/api/shows', { ...place, date: '2031-06-03' })
  const { show } = (await moved.json()) as { show: { _id: string } }
  const later = { ...place, date: '2031-07-03', status: 'postponed' }
  await send('PUT', `/api/shows/${show._id}`, later)
})
afterAll(() => site.stop())

/** Takes the place of schema.org's context, which is on another host. It accepts names that schema.org doesn't define; the
 * types of `schema-dts` refuse those. */
const context = { '@vocab': 'http://schema.org/' }

/** A page's structured data, as an independent processor of JSON-LD 1.1 reads it. */
async function thingsIn(path: string) {
  const html = await (await site.fetch(path)).text()
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)
  const documentLoader = async (url: string) => {
    expect(url).toBe('https://schema.org')
    return { documentUrl: url, document: { '@context': context } }
  }
  return Promise.all(
    [...scripts].map(([, text = '']) =>
      jsonld.compact(JSON.parse(text), context, { documentLoader }),
    ),
  )
}

it('shows are events with their place, time and status', async () => {
  const event = { '@type': 'MusicEvent', name: 'The Forks at The "Barn" </script>' }
  const location = {
    '@type': 'MusicVenue',
    name: 'The "Barn" </script>',
    address: { '@type': 'PostalAddress', addressLocality: 'Arva', addressCountry: 'CA' },
  }
  expect(await thingsIn('/Shows')).toMatchObject([
    {
      ...event,
      location,
      startDate: '2031-06-01T20:00:00-04:00',
      typicalAgeRange: '19-',
      eventStatus: 'https://schema.org/EventScheduled',
    },
    { ...event, startDate: '2031-06-02', eventStatus: 'https://schema.org/EventCancelled' },
    {
      ...event,
      startDate: '2031-07-03',
      previousStartDate: '2031-06-03',
      eventStatus: 'https://schema.org/EventRescheduled',
    },
  ])
})

it('the press page answers organisers’ questions in the band’s own words', async () => {
  const { site: band } = (await (await site.fetch('/api/site')).json()) as {
    site: Record<string, string> & { needs: string[]; booking: { answer: string } }
  }
  const things = await thingsIn('/Press')
  const page = things.find((thing) => thing['@type'] === 'FAQPage')
  const questions = page?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  const answers = new Map(questions.map(({ name, acceptedAnswer: { text } }) => [name, text]))
  expect(answers.size).toBeGreaterThanOrEqual(10)
  expect(answers.get('What does it cost?')).toBe(band['priceFrom'])
  expect(answers.get('Are you insured?')).toBe(band['insurance'])
  expect(answers.get('How soon do you reply?')).toBe(band.booking.answer)
  for (const need of band.needs) expect(answers.get('What do you need from us?')).toContain(need)
})
