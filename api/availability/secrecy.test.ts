import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json } from '../../testing/requests'
import type { BusyDay } from '../contract/availability'
import type { Enquiry } from '../contract/enquiries'
import type { AdminShow } from '../contract/shows'
import { bandDay } from '../shared/band-day'
import { addDays } from '../shared/calendar-day'
import { drawnPaths } from '../shared/drawn-files'
import { feedPaths, listPaths, namedFiles, pages } from '../shared/site-map'

let site: MemorySite
let admin: Record<string, string>
/** Each history has a year of its own. */
let year = 2030
beforeAll(async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
})
afterAll(async () => {
  vi.useRealTimers()
  await site.stop()
})

const publicPaths = [
  ...Object.values(pages).flatMap((page) =>
    'lists' in page && page.path !== '/Admin' ? page.path : [],
  ),
  ...Object.values(listPaths),
  ...Object.values(feedPaths),
  '/tonight',
  '/Shows/secret-hall-arva',
  ...Object.values(namedFiles),
  ...drawnPaths(),
  '/api/openapi.json',
]

/** What a stranger can see of the site: each response with its headers. */
async function publicBytes() {
  const seen: Record<string, string> = {}
  for (const path of publicPaths) {
    const response = await site.fetch(path)
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
    const text = await response.text()
    // A page that is not found is made for each request, and contains the time.
    seen[path] = JSON.stringify(response.ok ? [headers, text] : response.status)
  }
  return seen
}

async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const options = body ? json(method, body, admin) : { method, headers: admin }
  const response = await site.fetch(path, options)
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return (response.status === 204 ? undefined : await response.json()) as Body
}

/** What the band has, as the test knows it. */
interface Known {
  shows: Pick<AdminShow, '_id' | 'date' | 'status' | 'formerDate' | 'visibility'>[]
  away: { _id: string; from: string; to: string }[]
  enquiries: Pick<Enquiry, '_id' | 'date' | 'status' | 'holdUntil' | 'showId'>[]
  deleted: string[]
  timeZone: string
}

/** The days that are not free, computed independently of the site's code. */
function expectedDays(known: Known, days: readonly string[]): BusyDay[] {
  const isLive = ({ showId }: Known['enquiries'][number]) =>
    !known.shows.some(({ _id }) => _id === showId)
  const today = bandDay(known.timeZone, new Date())
  return days.flatMap((date): BusyDay[] => {
    const plays = known.shows.some(
      (show) =>
        show.date === date &&
        (show.status === undefined ||
          show.status === 'soldout' ||
          (show.status === 'postponed' && show.formerDate !== undefined)),
    )
    const isOff = known.away.some(({ from, to }) => from <= date && date <= to)
    const asking = known.enquiries.filter((one) => one.date === date && isLive(one))
    if (plays || isOff || asking.some(({ status }) => status === 'booked'))
      return [{ date, state: 'taken' }]
    const isHeld = asking.some(
      ({ status, holdUntil = '' }) => status === 'held' && holdUntil >= today,
    )
    return isHeld ? [{ date, state: 'asked' }] : []
  })
}

type Step = { kind: keyof typeof steps; day: number; which: number }

const place = { venue: 'Secret Hall', city: 'Arva' }
const pick = <One>(list: readonly One[], which: number): One | undefined =>
  list[which % list.length]

/** Each changes the site and what the test knows of it.
 * @returns whether a stranger may see more than the state of a night */
const steps = {
  async wait(_: Known, __: string, which: number) {
    // May cross midnight, or 4 a.m., when the band's day ends.
    vi.setSystemTime(Date.now() + (which + 1) * 3.5 * 3_600_000)
    return true
  },
  async hiddenShow(known: Known, day: string, which: number) {
    const visibility = which % 2 === 0 ? 'private' : 'draft'
    const more = { fee: 180_000, contact: 'The mayor', privateNote: 'Surgery' }
    const body = { ...place, date: day, visibility, ...more }
    known.shows.push((await call<{ show: AdminShow }>('POST', '/api/shows', body)).show)
    return false
  },
  async publicShow(known: Known, day: string) {
    const body = { ...place, date: day }
    known.shows.push((await call<{ show: AdminShow }>('POST', '/api/shows', body)).show)
    return true
  },
  async changeShow(known: Known, day: string, which: number) {
    const show = pick(known.shows, which)
    if (!show) return false
    const status = (['', 'cancelled', 'postponed', 'soldout'] as const)[which % 4]
    const path = `/api/shows/${show._id}`
    const body = { ...place, date: which % 3 === 0 ? day : show.date, status }
    const { show: changed } = await call<{ show: AdminShow }>('PUT', path, body)
    known.shows = known.shows.map((one) => (one._id === changed._id ? changed : one))
    return (show.visibility ?? 'public') === 'public'
  },
  async payShow(known: Known, _: string, which: number) {
    const show = pick(known.shows, which)
    if (!show) return false
    const body = { ...place, date: show.date, fee: which, isPaid: true, privateNote: 'Paid' }
    await call('PUT', `/api/shows/${show._id}`, body)
    return false
  },
  async deleteShow(known: Known, _: string, which: number) {
    const show = pick(known.shows, which)
    if (!show) return false
    await call('DELETE', `/api/shows/${show._id}`)
    known.shows = known.shows.filter((one) => one !== show)
    known.deleted.push(show._id)
    return (show.visibility ?? 'public') === 'public'
  },
  async restoreShow(known: Known, _: string, which: number) {
    const id = pick(known.deleted, which)
    if (!id) return false
    const { items } = await call<{ items: { _id: string }[] }>('GET', '/api/admin/bin')
    const item = items.find(({ _id }) => _id === id)
    if (!item) throw new Error('The bin has lost a show.')
    const { show } = await call<{ show: AdminShow }>('POST', `/api/admin/bin/${id}/restore`)
    known.deleted = known.deleted.filter((one) => one !== id)
    known.shows.push(show)
    return (show.visibility ?? 'public') === 'public'
  },
  async away(known: Known, day: string) {
    const body = { from: day, to: day, note: 'Surgery' }
    known.away.push(
      (await call<{ away: Known['away'][number] }>('POST', '/api/admin/away', body)).away,
    )
    return false
  },
  async back(known: Known, _: string, which: number) {
    const one = pick(known.away, which)
    if (!one) return false
    await call('DELETE', `/api/admin/away/${one._id}`)
    known.away = known.away.filter((other) => other !== one)
    return false
  },
  async ask(known: Known, day: string) {
    const body = { name: 'The mayor', email: 'm@example.org', message: 'Hi', date: day }
    await call('POST', '/bookus', body)
    const { enquiries } = await call<{ enquiries: Enquiry[] }>('GET', '/api/enquiries')
    if (enquiries[0]) known.enquiries.push(enquiries[0])
    return false
  },
  async decide(known: Known, _: string, which: number) {
    const one = pick(known.enquiries, which)
    if (!one) return false
    const status = (['held', 'booked', 'declined', 'answered'] as const)[which % 4]
    const holdUntil = addDays(bandDay(known.timeZone, new Date()), (which % 3) - 1)
    const body = { status, ...(status === 'held' && { holdUntil }) }
    const path = `/api/enquiries/${one._id}`
    const { enquiry } = await call<{ enquiry: Enquiry }>('PUT', path, body)
    known.enquiries = known.enquiries.map((other) => (other === one ? enquiry : other))
    return false
  },
  async makeShow(known: Known, _: string, which: number) {
    const one = pick(known.enquiries, which)
    if (!one) return false
    const path = `/api/enquiries/${one._id}/show`
    const { show } = await call<{ show: AdminShow }>('POST', path, { visibility: 'private' })
    known.enquiries = known.enquiries.map((other) =>
      other === one ? { ...one, showId: show._id } : other,
    )
    if (!known.shows.some(({ _id }) => _id === show._id)) known.shows.push(show)
    return false
  },
}

/** Time zones, each with a day (MM-DD) close to a clock change; the last zone has none. */
const zonesWithDays = [
  ['America/Toronto', '03-08'],
  ['America/Toronto', '11-01'],
  ['Europe/London', '10-25'],
  ['Australia/Lord_Howe', '04-04'],
  ['Pacific/Kiritimati', '06-01'],
] as const

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
  day: fc.integer({ min: 0, max: 27 }),
  which: fc.nat(11),
})

/** Each history begins with a hold that ends today. */
const holdUntilToday: Step[] = [
  { kind: 'ask', day: 20, which: 0 },
  { kind: 'decide', day: 0, which: 4 },
]

/** Removes every record that is hidden from visitors. */
async function removeHidden({ shows, away, enquiries }: Known) {
  const isHidden = ({ visibility = 'public' }: Known['shows'][number]) => visibility !== 'public'
  for (const { _id } of shows.filter(isHidden)) await call('DELETE', `/api/shows/${_id}`)
  for (const { _id } of away) await call('DELETE', `/api/admin/away/${_id}`)
  for (const { _id } of enquiries) await call('DELETE', `/api/enquiries/${_id}`)
}

it('at any time and after any changes, a stranger learns only the state of a hidden night', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...zonesWithDays),
    fc.integer({ min: 0, max: 60 }),
    fc.array(anyStep, { minLength: 8, maxLength: 12 }),
    async ([timeZone, monthDay], hours, history) => {
      year += 1
      const start = Date.parse(`${year}-${monthDay}T00:00:00Z`) + hours * 3_600_000
      vi.useFakeTimers({ now: start, toFake: ['Date'] })
      admin = asAdmin(await site.token())
      await call('PUT', '/api/site', { timeZone })
      const days = Array.from({ length: 28 }, (_, later) => addDays(`${year}-${monthDay}`, later))
      const known: Known = { shows: [], away: [], enquiries: [], deleted: [], timeZone }
      let before = await publicBytes()
      for (const { kind, day, which } of [...holdUntilToday, ...history]) {
        const isSeen = await steps[kind](known, days[day] ?? '', which)
        const query = `from=${days[0]}&to=${days.at(-1)}`
        const response = await site.fetch(`/api/availability?${query}`)
        expect(await response.json()).toEqual({ days: expectedDays(known, days) })
        const after = await publicBytes()
        if (!isSeen) expect([kind, after]).toEqual([kind, before])
        before = after
      }
      // Once hidden records are removed, no page differs from before, although time has passed.
      await removeHidden(known)
      expect(await publicBytes()).toEqual(before)
    },
  )
  await fc.assert(property, { numRuns: 8 })
})
