/** The data of the admin pages, in a separate module that visitors don't load. */
import { HTTPError } from 'ky'
import type { EnquiriesResponse, Enquiry, EnquiryBox } from '../../../api/contract/enquiries'
import type { LastChange } from '../../../api/contract/version'
import { isFoundBy } from '../../../api/shared/enquiry-search'
import { call, callAdmin } from '../../api-client/call'
import { adminApi, anonymousApi, backgroundApi } from '../../api-client/client'
import { type ListedTrack, readList } from '../../api-client/lists'
import { deleteDatabase } from '../../browser/delete-database'
import { boxLabels } from '../../features/admin/enquiries/enquiry-text'
import type { InboxQuery } from '../../features/admin/enquiries/use-enquiry-pages'
import type { ListedShow } from '../../features/admin/records/drafts.store'
import { nameOfSong } from '../../features/admin/sets/set-list'
import { privateDatabaseName } from '../../offline/names'
import { withSaved, withSavedUntilReceived } from '../../offline/private-responses'

/** The service worker passes such requests on to the network: a saved list may be older than the band's last change. */
const unsaved = { cache: 'no-store' } as const

/** The shows and tracks that the band edits; incomplete if a request fails or is slow, because the forms work without
 * them. */
export async function readLists() {
  const [shows, tracks] = await Promise.all([
    readList('adminShows', listsFromMemory.shows),
    readList('adminMusic', listsFromMemory.tracks),
  ])
  return { shows, tracks }
}

/** The lists that the band edits.
 * @param read decides when a list is taken from this device instead of the site */
const adminLists = (read: typeof withSaved) => ({
  shows: () =>
    orPublic<readonly ListedShow[]>(
      () => read('shows', requestShows),
      async () => (await call(anonymousApi(), 'GET /api/shows', unsaved)).shows,
    ),
  tracks: () =>
    orPublic<readonly ListedTrack[]>(
      () => read('music', requestTracks),
      async () => (await call(anonymousApi(), 'GET /api/music', unsaved)).music,
    ),
  songs: () => read('songs', requestSongs),
})

async function requestShows() {
  const { shows, lastChanges } = await call(backgroundApi(), 'GET /api/admin/shows', unsaved)
  return withLastChanges(shows, lastChanges)
}

async function requestTracks() {
  const { order, music, lastChanges } = await call(backgroundApi(), 'GET /api/admin/music', unsaved)
  const { version: orderVersion } = order
  return withLastChanges(music, lastChanges).map((track) => ({ ...track, orderVersion }))
}

async function requestSongs() {
  const { songs, lastChanges } = await call(backgroundApi(), 'GET /api/admin/songs', unsaved)
  return withLastChanges(songs, lastChanges)
}

/** For pages that keep the list in memory: a saved list is used only until one was received. */
const listsFromMemory = adminLists(withSavedUntilReceived)
/** For all other pages: a saved list is used whenever the site does not respond. */
const listsOrSaved = adminLists(withSaved)

const withLastChanges = <Item extends { _id: string }>(
  items: readonly Item[],
  lastChanges: Readonly<Record<string, LastChange>>,
) =>
  items.map((item) => {
    const lastChange = lastChanges[item._id]
    return lastChange ? { ...item, lastChange } : item
  })

/** A page of enquiries.
 * @param before the `next` of the previous page */
const enquiriesIn = async (status: EnquiryBox, signal: AbortSignal, before?: string) => {
  const searchParams = { status, ...(before !== undefined && { before }) }
  const { body } = await withSaved(`enquiries ${Object.values(searchParams).join(' ')}`, () =>
    callAdmin('GET /api/enquiries', { searchParams, signal }),
  )
  return body
}

/** As many pages of enquiries as are needed, as one.
 * @param found receives the enquiries, including those of the pages before one that could not be read */
async function enquiriesUntil(
  isEnough: (found: readonly Enquiry[]) => boolean,
  status: EnquiryBox,
  signal: AbortSignal,
  found: Enquiry[] = [],
) {
  let page = await enquiriesIn(status, signal)
  found.push(...page.enquiries)
  while (page.next !== undefined && !isEnough(found)) {
    page = await enquiriesIn(status, signal, page.next)
    found.push(...page.enquiries)
  }
  return { ...page, enquiries: found }
}

const allEnquiriesIn = async (status: EnquiryBox, signal: AbortSignal) =>
  (await enquiriesUntil(() => false, status, signal)).enquiries

/** Reads a list as the administrator sees it. With an invalid token, the public list, and nothing private stays on the device;
 * the first change then leads to the login page. */
async function orPublic<List>(
  ofAdmin: () => Promise<{ body: List; savedAt: string | null }>,
  ofAll: () => Promise<List>,
) {
  try {
    return await ofAdmin()
  } catch (error) {
    if (!(error instanceof HTTPError) || error.response.status !== 401) throw error
    deleteDatabase(privateDatabaseName)
    return { body: await ofAll(), savedAt: null }
  }
}

/** All songs, and the tracks on which they can be heard; incomplete if a request fails or is slow. */
export async function readSongs() {
  const [songs, tracks] = await Promise.all([
    readList('adminSongs', listsFromMemory.songs),
    readList('adminMusic', listsFromMemory.tracks),
  ])
  return { songs, tracks }
}

/** The names of the songs and tracks, by their ids. */
export async function readNames(): Promise<ReadonlyMap<string, string>> {
  const [songs, tracks] = await Promise.all([listsOrSaved.songs(), listsOrSaved.tracks()])
  return new Map([
    ...songs.body.map((song) => [song._id, nameOfSong(song)] as const),
    ...tracks.body.map(({ _id, name }) => [_id, name] as const),
  ])
}

/** The nights off.
 * @param api the background one for a page that works without them, so that a refused token does not end the session */
export async function readAway(signal: AbortSignal, api = adminApi()) {
  const request = () => call(api, 'GET /api/admin/away', { signal })
  return (await withSaved('away', request)).body.away
}

/** Shows, nights off, and the enquiries that hold or have booked a night. */
export async function readNights(signal: AbortSignal) {
  const [shows, away, held, booked] = await Promise.all([
    listsOrSaved.shows(),
    readAway(signal),
    allEnquiriesIn('held', signal),
    allEnquiriesIn('booked', signal),
  ])
  return { shows: shows.body, away, enquiries: [...held, ...booked] }
}

/** Shows with their set lists, and all songs. */
export async function readSetLists() {
  const [shows, songs] = await Promise.all([listsOrSaved.shows(), listsOrSaved.songs()])
  return { shows: shows.body, songs: songs.body }
}

/** The same with the enquiries that may have become shows, for the songs that organisers ticked. */
export async function readSetListEditor(signal: AbortSignal) {
  const reading = (['booked', 'held', 'answered', 'new'] as const).map((box) =>
    // Without signal, a box that was never opened is missing.
    allEnquiriesIn(box, signal).catch(() => []),
  )
  const [lists, ...enquiries] = await Promise.all([readSetLists(), ...reading])
  return { ...lists, enquiries: enquiries.flat() }
}

/** The first page of the enquiries that contain the words of a search. Without signal, those of the boxes that this device has
 * saved. */
async function enquiriesWith(find: string, signal: AbortSignal): Promise<EnquiriesResponse> {
  try {
    return await callAdmin('GET /api/enquiries', { searchParams: { find }, signal })
  } catch (error) {
    if (error instanceof HTTPError || signal.aborted) throw error
    const page = await enquiriesIn('new', signal)
    const found: Enquiry[] = []
    // Of a box, this device may have saved the first pages only.
    await Promise.allSettled(boxes.map((box) => enquiriesUntil(() => false, box, signal, found)))
    const enquiries = [...new Map(found.map((enquiry) => [enquiry._id, enquiry])).values()].filter(
      (enquiry) => isFoundBy(find, enquiry),
    )
    return { counts: page.counts, isBandReached: page.isBandReached, enquiries }
  }
}

/** The box that contains an enquiry; undefined if none does, or if it can't be loaded. */
export async function findBox(id: string, signal: AbortSignal): Promise<EnquiryBox | undefined> {
  for (const box of boxes) {
    const enquiries = await allEnquiriesIn(box, signal).catch(() => [])
    if (enquiries.some(({ _id }) => _id === id)) return box
  }
  return undefined
}

/** Reads the first page of a box or a search, or a box's pages up to the one that contains the enquiry `until`; also the
 * commitments, the songs and the reply templates. If one of these three fails to load, the inbox is shown without it. */
export async function readEnquiries(query: InboxQuery, signal: AbortSignal, until?: string) {
  const isEnough = (found: readonly Enquiry[]) =>
    until === undefined || found.some(({ _id }) => _id === until)
  const [page, commitments, songs, replyTemplates] = await Promise.all([
    'find' in query
      ? enquiriesWith(query.find, signal)
      : enquiriesUntil(isEnough, query.status, signal),
    readNights(signal).catch(() => ({ shows: [], away: [], enquiries: [] })),
    listsOrSaved.songs().catch(() => undefined),
    withSaved('reply-templates', () =>
      callAdmin('GET /api/admin/reply-templates', { signal }),
    ).catch(() => undefined),
  ])
  return { ...page, commitments, songs: songs?.body ?? [], replyTemplates: replyTemplates?.body }
}

/** The data of the account page. */
export async function readAccount(signal: AbortSignal) {
  const [logins, sessions, passkeys, recoveryCodes, backups, { items: bin }, mail, status] =
    await Promise.all([
      callAdmin('GET /api/admin/logins', { signal }),
      callAdmin('GET /api/admin/sessions', { signal }),
      callAdmin('GET /api/admin/passkeys', { signal }),
      callAdmin('GET /api/admin/recovery-codes', { signal }),
      callAdmin('GET /api/admin/backups', { signal }),
      callAdmin('GET /api/admin/bin', { signal }),
      callAdmin('GET /api/admin/mail', { signal }),
      callAdmin('GET /api/admin/status', { signal }),
    ])
  return { ...logins, ...sessions, ...passkeys, recoveryCodes, backups, bin, ...mail, status }
}

/** The band's words with their version, and what is left of the demo. */
export async function readSite(signal: AbortSignal) {
  const [stored, demo] = await Promise.all([
    callAdmin('GET /api/admin/site', { signal }),
    callAdmin('GET /api/admin/demo', { signal }),
  ])
  return { stored, demo }
}

const boxes = Object.keys(boxLabels) as EnquiryBox[]

/** What the inbox shows for its search parameters: the new enquiries if there is no box of that name. */
export const inboxQueryOf = ({ box, find }: { box?: unknown; find?: string | undefined }) =>
  find === undefined ? { status: boxes.find((one) => one === box) ?? 'new' } : { find }
