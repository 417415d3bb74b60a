import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MemorySite, openSite } from '../../testing/memory-site'
import { asAdmin, json, mp3, trackForm } from '../../testing/requests'
import type { AdminShow } from '../contract/shows'
import type { AdminSong } from '../contract/songs'
import type { ImportResponse } from '../contract/transfer'

let site: MemorySite
let token: string
const open = async () => {
  site = await openSite({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  token = await site.token()
}

const get = (path: string) => site.fetch(path, { headers: asAdmin(token) })
const send = (path: string, body: string, type = 'text/csv') =>
  site.fetch(path, { method: 'POST', headers: { ...asAdmin(token), 'content-type': type }, body })
const rowsOf = async (response: Response) => (await response.json()) as ImportResponse
async function shows() {
  const { shows: all } = (await (await get('/api/admin/shows')).json()) as { shows: AdminShow[] }
  return all
}

describe('a file', () => {
  beforeEach(open)
  afterEach(() => site.stop())

  const csv = [
    'Date,Venue,City,StartsAt,Visibility,Fee,IsPaid',
    '2031-05-01,Aeolian Hall,London,20:00,,,',
    '2031-05-02,"Barn, at Arva",London,,private,1800,yes',
  ].join('\r\n')

  it('is previewed without a change, and its shows are then added', async () => {
    const preview = await rowsOf(await send('/api/admin/import/shows?preview=1', csv))
    expect(preview).toMatchObject({ added: 2, skipped: 0, rows: [{ line: 2 }, { line: 3 }] })
    expect(await shows()).toEqual([])
    expect(await rowsOf(await send('/api/admin/import/shows', csv))).toMatchObject(preview)
    expect(await shows()).toMatchObject([
      { date: '2031-05-01', venue: 'Aeolian Hall', startsAt: '20:00' },
      {
        date: '2031-05-02',
        venue: 'Barn, at Arva',
        visibility: 'private',
        fee: 180_000,
        isPaid: true,
      },
    ])
  })

  it('a second time adds nothing, in whatever spelling', async () => {
    await send('/api/admin/import/shows', csv)
    const [first] = await shows()
    const again = csv.replace('Aeolian Hall', 'AEOLIAN  hall')
    const { added, skipped, rows } = await rowsOf(await send('/api/admin/import/shows', again))
    expect([added, skipped, rows[0]?.duplicateOf]).toEqual([0, 2, first?._id])
    expect(await shows()).toHaveLength(2)
  })

  it('three times at once adds its shows once', async () => {
    const all = [1, 2, 3].map(async () => rowsOf(await send('/api/admin/import/shows', csv)))
    expect((await Promise.all(all)).map(({ added }) => added).sort()).toEqual([0, 0, 2])
    expect(await shows()).toHaveLength(2)
  })

  it('is added once for one Idempotency-Key, and can be undone as a whole', async () => {
    const headers = { ...asAdmin(token), 'content-type': 'text/csv', 'idempotency-key': 'one' }
    const add = () =>
      site.fetch('/api/admin/import/shows', { method: 'POST', headers, body: csv }).then(rowsOf)
    const both = await Promise.all([add(), add()])
    expect(both[0]).toEqual(both[1])
    expect(both[0]).toMatchObject({ added: 2, importId: expect.any(String) })
    expect(await shows()).toHaveLength(2)
    // As if the process had been killed after it had stored the shows.
    for (const name of ['receipts', 'imports']) await site.db.collection(name).deleteMany({})
    const { added, importId } = await add()
    expect([added, (await shows()).length]).toEqual([2, 2])
    await site.fetch(`/api/admin/import/${importId}/undo`, { method: 'POST', headers })
    expect(await shows()).toEqual([])
  })

  it('with an afternoon and an evening in one place has two shows', async () => {
    const text =
      '2031-05-01,Hall,London,15:00\n2031-05-01,Hall,London,20:00\n2031-05-01,Hall,London'
    const { added, rows } = await rowsOf(await send('/api/admin/import/shows', text))
    expect([added, rows[2]?.duplicateOf]).toEqual([2, ''])
  })

  it('that is no export has fees in whole units of the currency, not in hundredths', async () => {
    const text = 'date,venue,city,fee\n2031-05-01,Hall,London,450\n2031-05-02,Hall,London,450.50'
    await send('/api/admin/import/shows', text)
    expect((await shows()).map(({ fee }) => fee)).toEqual([45_000, 45_050])
  })

  it('with an error in any row adds nothing, and says which row and field', async () => {
    const faulty = `${csv}\r\n2031-02-30,Wolf,London,,,,`
    const response = await send('/api/admin/import/shows', faulty)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      added: 2,
      rows: [{ line: 2 }, { line: 3 }, { line: 4, errors: [{ field: 'date' }] }],
    })
    expect(await shows()).toEqual([])
    const preview = await send('/api/admin/import/shows?preview=1', faulty)
    expect(preview.status).toBe(200)
  })

  it.each([
    ['lines without names', '2031-05-01, Aeolian Hall, London, 8:30 PM'],
    ['cells of a spreadsheet', 'May 1, 2031\tAeolian Hall\tLondon\t20:30'],
    [
      'a German spreadsheet',
      'Date;Venue;City;Time\n01.05.2031;Aeolian Hall;London;20:30:00\n31.05.2031;Hall;London;',
    ],
    ['lines with a comma in the date', 'May 1, 2031, Aeolian Hall, London, 8:30 PM'],
    ['lines as the pages write them', 'May 1, 2031 at Aeolian Hall, London, 8:30 PM'],
    ['lines with dashes', 'Thu, 1 May 2031 – Aeolian Hall - London – 8:30 PM'],
    ['lines with bullets and pipes', '• 1 May 2031 | Aeolian Hall | London | 8:30 PM'],
    ['lines with an at sign', '1st of May 2031 @ Aeolian Hall, London, 20:30'],
    ['lines with a time after a space', 'May 1 2031 - Aeolian Hall, London 8:30pm'],
    [
      'lines with different separators',
      '2031-05-01;Aeolian Hall;London;20:30\n2031-05-02\tHall, upstairs\tLondon',
    ],
    ['lines with a space after the date', '2031-05-01 Aeolian Hall, London, 8:30 PM'],
    ['one line whose venue is named like a column', '2031-05-01,Aeolian Hall,London,20:30,Note'],
    [
      'GigPress',
      'Date,Time,End date,Artist,Venue,City,Status\n2031-05-01,20:30:00,,Us,Aeolian Hall,London,active',
    ],
    [
      'Songkick, with a cell too many',
      'Date*,Start Time,Venue Name*,City*\n2031-05-01,20:30,Aeolian Hall,London,\n',
    ],
    [
      'Bandsintown',
      'Date,Time,Venue,Country,Region,City,Ticket Link\n05/01/2031,20:30,Aeolian Hall,CA,ON,London,\n05/31/2031,,Hall,CA,ON,London,',
    ],
  ])('from %s is read', async (_, text) => {
    expect((await send('/api/admin/import/shows', text)).status).toBe(200)
    const [first] = await shows()
    expect(first).toMatchObject({
      date: '2031-05-01',
      venue: 'Aeolian Hall',
      city: 'London',
      startsAt: '20:30',
    })
  })

  it('with dates that can be read in two ways is added once that is said', async () => {
    const text = '04/07/2031,Aeolian Hall,London'
    const preview = await rowsOf(await send('/api/admin/import/shows?preview=1', text))
    expect(preview.needs).toBe('dates')
    const refused = await send('/api/admin/import/shows', text)
    expect([refused.status, await shows()]).toEqual([422, []])
    await send('/api/admin/import/shows?dates=dmy', text)
    expect(await shows()).toMatchObject([{ date: '2031-07-04' }])
  })

  it('with a poster that is on another site leaves it out, and says so', async () => {
    const poster = { src: '/pictures/lost.jpg', alt: 'A', width: 1, height: 1, placeholder: '' }
    const text = `date,venue,city,poster\n2031-05-01,The 7" Bar,London,"${JSON.stringify(poster).replaceAll('"', '""')}"`
    const { rows } = await rowsOf(await send('/api/admin/import/shows', text))
    expect(rows).toMatchObject([{ line: 2, leftOut: ['poster'] }])
    expect(await shows()).toMatchObject([{ venue: 'The 7" Bar' }])
    expect((await shows())[0]).not.toHaveProperty('poster')
  })

  it('of typed lines keeps quotes, provinces and notes', async () => {
    const lines = [
      'April 17 2031, The 7" Bar, London, ON, all ages, doors at 7',
      '2031-04-18\t"The Pub" on Main\tLondon',
    ]
    expect((await send('/api/admin/import/shows', lines.join('\n'))).status).toBe(200)
    expect(await shows()).toMatchObject([
      { venue: 'The 7" Bar', city: 'London, ON', note: 'all ages, doors at 7' },
      { venue: '"The Pub" on Main', city: 'London' },
    ])
  })

  it('in the encodings of Excel on Windows has its accents', async () => {
    const body = Uint8Array.from('2031-05-01,Café,Montréal', (letter) => letter.charCodeAt(0))
    const headers = { ...asAdmin(token), 'content-type': 'text/csv' }
    await site.fetch('/api/admin/import/shows', { method: 'POST', headers, body })
    expect(await shows()).toMatchObject([{ venue: 'Café', city: 'Montréal' }])
    // "Unicode Text": UTF-16 with tabs.
    const unicode = Buffer.from('\ufeff2031-05-02\tŁódź Hall\tMontréal', 'utf16le')
    await site.fetch('/api/admin/import/shows', { method: 'POST', headers, body: unicode })
    expect(await shows()).toMatchObject([{}, { venue: 'Łódź Hall' }])
  })

  it('can be undone once, except for what was changed since', async () => {
    const { importId } = await rowsOf(await send('/api/admin/import/shows', csv))
    const [first] = await shows()
    const { date = '', venue = '', city = '' } = first ?? {}
    const change = json('PUT', { date, venue, city, note: 'Changed' }, asAdmin(token))
    await site.fetch(`/api/shows/${first?._id}`, change)
    const undo = () =>
      site.fetch(`/api/admin/import/${importId}/undo`, { method: 'POST', headers: asAdmin(token) })
    expect([(await undo()).status, (await undo()).status]).toEqual([204, 404])
    expect(await shows()).toMatchObject([{ _id: first?._id }])
    const { items } = (await (await get('/api/admin/bin')).json()) as { items: unknown[] }
    expect(items).toHaveLength(1)
  })

  const calendarOf = (...events: string[][]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test']
      .concat(events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']))
      .concat('END:VCALENDAR')
      .join('\r\n')

  it('from a calendar has the band’s local days and times', async () => {
    const calendar = calendarOf(
      ['UID:1', 'DTSTART:20310502T003000Z', 'SUMMARY:Us', 'LOCATION:Aeolian Hall\\, London'],
      ['UID:2', 'DTSTART;VALUE=DATE:20310601', 'LOCATION:Barn\\, 9 Main St\\, Arva\\, Ontario'],
    )
    const { rows, added } = await rowsOf(
      await send('/api/admin/import/shows', calendar, 'text/calendar; charset=utf-8'),
    )
    expect(added).toBe(2)
    expect(rows).toMatchObject([
      { line: 4, record: { date: '2031-05-01', startsAt: '20:30', venue: 'Aeolian Hall' } },
      { line: 10, record: { date: '2031-06-01', venue: 'Barn', city: 'Arva' } },
    ])
    expect((await shows())[1]).not.toHaveProperty('startsAt')
  })

  it('from a calendar has a row for each occurrence, and for cancelled and incomplete events', async () => {
    const calendar = calendarOf(
      ['UID:1', 'DTSTART:20310501T200000', 'RRULE:FREQ=WEEKLY;COUNT=3', 'LOCATION:Bar\\, Arva'],
      ['UID:2', 'DTSTART:20310601T200000', 'STATUS:Cancelled', 'LOCATION:Hall\\, Arva'],
      ['UID:3', 'DTSTART:20310602T200000', 'LOCATION:Hall'],
      ['UID:4', 'SUMMARY:Some day'],
      ['UID:5', 'DTSTART:20310603T200000', 'RRULE:FREQ=DAILY', 'LOCATION:Bar\\, Arva'],
      ['UID:6', 'DTSTART:20310604T200000', 'RRULE:COUNT=3'],
      ['UID:7', 'DTSTART:some day'],
    )
    const path = '/api/admin/import/shows?preview=1'
    const { rows } = await rowsOf(await send(path, calendar, 'text/calendar'))
    expect(rows.slice(0, 6)).toMatchObject([
      { line: 4, record: { date: '2031-05-01', startsAt: '20:00', venue: 'Bar', city: 'Arva' } },
      { line: 4, record: { date: '2031-05-08' } },
      { line: 4, record: { date: '2031-05-15' } },
      { record: { date: '2031-06-01', status: 'cancelled' } },
      { record: { date: '2031-06-02', venue: 'Hall' }, errors: [{ field: 'city' }] },
      { record: { venue: 'Some day' }, errors: [{ field: 'date' }, { field: 'city' }] },
    ])
    // Of an endless event, 100 occurrences are read.
    expect(rows).toHaveLength(6 + 100 + 2)
    expect(rows.slice(-2)).toMatchObject([
      { record: {}, errors: expect.arrayContaining([expect.objectContaining({ field: 'date' })]) },
      { record: {}, errors: expect.arrayContaining([expect.objectContaining({ field: 'date' })]) },
    ])
  })

  it.each([
    ['/api/admin/import/shows', 'date\n"open', 'text/csv', 422],
    ['/api/admin/import/shows', 'no calendar', 'text/calendar', 422],
    ['/api/admin/import/shows', '{}', 'application/json', 415],
    ['/api/admin/import/songs', 'x'.repeat(4 * 1024 * 1024 + 1), 'text/csv', 413],
    ['/api/admin/import/songs?preview=2', 'title', 'text/csv', 422],
  ])('a POST to $0 as $2 responds with $3 (case %#)', async (path, body, type, status) =>
    expect((await send(path, body, type)).status).toBe(status),
  )

  it.each([
    ['shows', 'date\n"open', 'text/csv'],
    ['shows', 'no calendar', 'text/calendar'],
    ['shows', 'BEGIN:VCALENDAR\nnothing', 'text/calendar'],
  ])(
    'of $0 that is refused gets an error for the field “file” (case %#)',
    async (kind, body, type) => {
      const response = await send(`/api/admin/import/${kind}`, body, type)
      const problem = (await response.json()) as { detail: string }
      expect(problem).toMatchObject({ errors: [{ field: 'file', message: problem.detail }] })
      // The message is the site's own, not the parser's.
      expect(problem.detail).toMatch(/^This (is not a CSV file: a cell|calendar can’t be read)/)
    },
  )

  it('of songs may have a title that is the name of a column', async () => {
    await send('/api/admin/import/songs', 'Name,Goo Goo Dolls\nIris,Goo Goo Dolls')
    const { songs } = (await (await get('/api/admin/songs')).json()) as { songs: object[] }
    expect(songs).toMatchObject([{ title: 'Iris' }, { title: 'Name' }])
  })

  it('of songs has their tags and lengths', async () => {
    const text =
      'title,artist,tags,isPublic,length\nJohn Henry,Traditional,"blues, loud",no,3:45\nLayla,Derek,,,0:07:03\nTusk,Mac,,,3:37:00\nYesterday,Beatles,,,0:02:00'
    await send('/api/admin/import/songs', text)
    const { songs } = (await (await get('/api/admin/songs')).json()) as { songs: object[] }
    expect(songs).toMatchObject([
      { tags: ['blues', 'loud'], isPublic: false, duration: 225 },
      { duration: 423 },
      { duration: 217 },
      { duration: 120 },
    ])
  })
})

async function addPicture() {
  const pixels = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c2361a' } })
  const body = new FormData()
  const content = new Uint8Array(await pixels.jpeg().toBuffer())
  body.set('picture', new Blob([content], { type: 'image/jpeg' }), 'a.jpg')
  const upload = { method: 'POST', headers: asAdmin(token), body }
  const response = await site.fetch('/api/pictures', upload)
  return ((await response.json()) as { picture: { src: string } }).picture
}

describe('an export', () => {
  beforeAll(open)
  afterAll(() => site.stop())

  it('is CSV that a spreadsheet opens safely, for the administrator only', async () => {
    const text = { name: '=HYPERLINK("x")', email: 'pat@example.org', message: 'Line\nbreak' }
    await site.fetch('/bookus', json('POST', text))
    const response = await get('/api/admin/export/enquiries.csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toContain(`"'=HYPERLINK(""x"")"`)
    for (const path of ['shows.csv', 'songs.csv', 'enquiries.csv', 'owed.csv', 'everything.zip'])
      expect((await site.fetch(`/api/admin/export/${path}`)).status).toBe(401)
  })

  it('of what the band is owed has the shows with a fee that was not paid', async () => {
    const add = (show: object) =>
      site.fetch('/api/shows', json('POST', { ...show, city: 'London' }, asAdmin(token)))
    await add({ date: '2031-03-01', venue: 'Half', fee: 80_000, deposit: 20_000, contact: 'Jo' })
    await add({ date: '2031-03-02', venue: 'Paid', fee: 80_000, isPaid: true })
    const csv = await (await get('/api/admin/export/owed.csv')).text()
    expect(csv.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'date,venue,city,contact,fee,deposit,owed',
      '2031-03-01,Half,London,Jo,800.00,200.00,600.00',
    ])
  })

  it('of the press pictures is a zip that everyone may load', async () => {
    const stored = await addPicture()
    const members = [{ name: 'Jo: Bass', role: 'Bass', biography: [], photo: stored }]
    await site.fetch('/api/site', json('PUT', { members }, asAdmin(token)))
    const response = await site.fetch('/press.zip')
    expect(response.headers.get('content-type')).toBe('application/zip')
    // The archive is not written to find its length.
    const head = await site.fetch('/press.zip', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, null])
    const archive = Buffer.from(await response.arrayBuffer())
    expect(archive.includes('Jo Bass.jpg')).toBe(true)
    const original = Buffer.from(await (await site.fetch(stored.src)).arrayBuffer())
    expect(archive.includes(original)).toBe(true)
    // The time of the first file is that of the band's words, not that of the request.
    const sitemap = await (await site.fetch('/sitemap.xml')).text()
    const [, changedAt = ''] = /\/Press<\/loc><lastmod>([^<]+)/.exec(sitemap) ?? []
    const time = new Date(changedAt)
    expect(archive.readUInt16LE(10)).toBe(
      (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1),
    )
  })

  it('of everything is a zip with names that a person can read', async () => {
    const headers = asAdmin(token)
    const form = trackForm({ name: 'AC/DC', artist: 'Us', location: 'Here' }, mp3())
    await site.fetch('/api/music/upload', { method: 'POST', headers, body: form })
    const lost = trackForm({ name: 'Lost', artist: 'Us', location: 'Here' }, mp3())
    const upload = { method: 'POST', headers, body: lost }
    const added = await site.fetch('/api/music/upload', upload)
    const { music } = (await added.json()) as { music: { fileId: string } }
    const away = json('POST', { from: '2031-05-01', to: '2031-05-03', note: 'The lake' }, headers)
    await site.fetch('/api/admin/away', away)
    const picture = await addPicture()
    const poster = { ...picture, alt: 'The band' }
    const show = { date: '2031-05-09', venue: 'Aeolian Hall', city: 'London', poster }
    expect((await site.fetch('/api/shows', json('POST', show, headers))).status).toBe(201)
    // A broken file would end without an error.
    const chunks = site.db.collection('fs.chunks')
    await chunks.deleteOne({ files_id: new ObjectId(music.fileId), n: 0 })
    const response = await get('/api/admin/export/everything.zip')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="everything.zip"',
    )
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    for (const name of [
      'site.json',
      'shows.csv',
      'songs.csv',
      'enquiries.csv',
      'music/Us - AC DC.mp3',
      'music/Us - AC DC.mp3,AC/DC,Us,Here,,,,',
      '2031-05-01,2031-05-03,The lake',
      'The database has lost a part of these files:\nmusic/Us - Lost.mp3\n',
      `pictures/Poster 2031-05-09 Aeolian Hall ${picture.src.split('/')[2]?.slice(0, 8)}.jpg`,
    ])
      expect(text).toContain(name)
    expect(text).toContain(Buffer.from(mp3()).subarray(5_000, 6_000).toString('latin1'))
  })
})

it('exported songs and shows are the same in an empty site, with all fields, ids and set lists', async () => {
  await open()
  const song = { title: 'Africa', artist: 'Toto', tags: ['80s'], year: 1982, isPublic: false }
  const addedSong = await site.fetch('/api/songs', json('POST', song, asAdmin(token)))
  const { _id: songId } = ((await addedSong.json()) as { song: AdminSong }).song
  const line = fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() === text && text !== '')
  const time = fc.constantFrom('00:00', '20:30', '23:59')
  const show = fc.record(
    {
      date: fc
        .integer({ min: 0, max: 900 })
        .map((day) => new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)),
      venue: line,
      city: line,
      startsAt: time,
      doorsAt: time,
      address: line,
      ticketUrl: fc.constant('https://tickets.example/a,b?c="d"'),
      note: line,
      formerDate: fc.constant('2030-01-01'),
      isStepFree: fc.boolean(),
      ageLimit: fc.integer({ min: 0, max: 21 }),
      status: fc.constantFrom('soldout', 'postponed', 'cancelled'),
      visibility: fc.constantFrom('draft', 'private'),
      fee: fc.nat(1_000_000),
      deposit: fc.nat(1_000_000),
      isPaid: fc.boolean(),
      contact: line,
      privateNote: line,
      setList: fc.constant([{ title: 'One', songIds: [songId] }]),
    },
    { requiredKeys: ['date', 'venue', 'city'] },
  )
  const generated = fc
    .sample(show, 40)
    .map((one, index) => ({ ...one, venue: `${index} ${one.venue}` }))
  // Two shows of one day and place.
  const { date, venue, city } = generated[0] ?? {}
  generated.push({ date, venue, city } as never)
  for (const body of generated)
    expect((await site.fetch('/api/shows', json('POST', body, asAdmin(token)))).status).toBe(201)
  const content = ({ slug, updatedAt, version, lastChange, ...rest }: AdminShow) =>
    JSON.stringify(rest)
  const before = (await shows()).map(content)
  const exported = await (await get('/api/admin/export/shows.csv')).text()
  const exportedSongs = await (await get('/api/admin/export/songs.csv')).text()
  await site.stop()
  await open()
  await send('/api/admin/import/songs', exportedSongs)
  const { songs } = (await (await get('/api/admin/songs')).json()) as { songs: AdminSong[] }
  expect(songs).toMatchObject([{ ...song, _id: songId }])
  const { added, skipped } = await rowsOf(await send('/api/admin/import/shows', exported))
  expect([added, skipped]).toEqual([41, 0])
  expect((await shows()).map(content).sort()).toEqual(before.sort())
  // An id that is taken belongs to another show, so a changed row is a new one. Each leap year is one forty years later, too.
  const changed = exported.replace(/203(\d)-/g, '207$1-')
  expect(await rowsOf(await send('/api/admin/import/shows', changed))).toMatchObject({
    added: 41,
    skipped: 0,
  })
  expect(new Set((await shows()).map(({ _id }) => _id)).size).toBe(82)
  await site.stop()
})

it('an import gives no record the id of a deleted one, or one that is malformed', async () => {
  await open()
  const add = (title: string) =>
    site.fetch('/api/songs', json('POST', { title, artist: 'Toto' }, asAdmin(token)))
  const { _id } = ((await (await add('Africa')).json()) as { song: AdminSong }).song
  const exported = await (await get('/api/admin/export/songs.csv')).text()
  await site.fetch(`/api/songs/${_id}`, { method: 'DELETE', headers: asAdmin(token) })
  const rows = `${exported}Hold the Line,Toto,,,,,,,,6.4E+23\r\n`
  expect(await rowsOf(await send('/api/admin/import/songs', rows))).toMatchObject({ added: 2 })
  const ids = async () => {
    const { songs } = (await (await get('/api/admin/songs')).json()) as { songs: AdminSong[] }
    return songs.map((song) => song._id)
  }
  expect(await ids()).toHaveLength(2)
  expect(await ids()).not.toContain(_id)
  const restore = { method: 'POST', headers: asAdmin(token) }
  expect((await site.fetch(`/api/admin/bin/${_id}/restore`, restore)).status).toBe(200)
  expect(await ids()).toContain(_id)
  await site.stop()
})
