/** The data of the admin pages, in a separate module that visitors don't load. */
import { HTTPError } from 'ky'
import type { EnquiryBox } from '../../../api/contract/enquiries'
import type { PublicData } from '../../../api/contract/page'
import { call } from '../../api-client/call'
import { adminApi, quietApi } from '../../api-client/client'
import type { ListedShow } from '../../features/admin/drafts.store'

/** The shows and tracks that the band edits. */
export async function readLists(data: PublicData, signal: AbortSignal) {
  const [shows, tracks] = await Promise.all([adminShows(data, signal), data.music(signal)])
  return { shows, tracks }
}

/** The shows as the administrator sees them. With an invalid token, the public list; the first change then leads to the
 * login page. */
async function adminShows(data: PublicData, signal: AbortSignal): Promise<readonly ListedShow[]> {
  try {
    return (await call(quietApi(), 'GET /api/admin/shows', { signal })).shows
  } catch (error) {
    if (error instanceof HTTPError) return data.shows(signal)
    throw error
  }
}

/** The first page of a box of the inbox. */
export const readEnquiries = (status: EnquiryBox, signal: AbortSignal) =>
  call(adminApi(), 'GET /api/enquiries', { searchParams: { status }, signal })

/** The last logins, and the backups. */
export async function readAccount(signal: AbortSignal) {
  const [{ logins }, backups] = await Promise.all([
    call(adminApi(), 'GET /api/admin/logins', { signal }),
    call(adminApi(), 'GET /api/admin/backups', { signal }),
  ])
  return { logins, backups }
}

/** Whether the server accepts the token; false without a response, so that the login page stays open. */
export const isTokenValid = (): Promise<boolean> =>
  call(quietApi(), 'GET /api/admin/verify-token', {}).then(
    (session) => session !== undefined,
    () => false,
  )

const boxes = Object.keys({
  new: 0,
  answered: 0,
  archived: 0,
  unsure: 0,
  spam: 0,
} satisfies Record<EnquiryBox, number>) as EnquiryBox[]

/** The box of the inbox with this name; undefined if there is none. */
export const boxNamed = (name: unknown) => boxes.find((box) => box === name)
