/** What the pages of the back office read, apart from the routes: visitors never fetch this. */
import type { LoginsResponse } from '../../api/contract/admin'
import type { BackupsResponse } from '../../api/contract/backups'
import type { EnquiriesResponse, EnquiryBox } from '../../api/contract/enquiries'
import type { PublicData } from '../../api/contract/page'
import type { AdminShowsResponse } from '../../api/contract/shows'
import { adminApi, quietApi } from '../api-client/client'
import type { ListedShow } from '../features/admin/drafts.store'

/** The shows and tracks that the band edits. */
export async function readLists(data: PublicData, signal: AbortSignal) {
  const [shows, tracks] = await Promise.all([adminShows(data, signal), data.music(signal)])
  return { shows, tracks }
}

/** The shows as the administrator sees them. With an invalid token the page shows the public list; the first change
 * then asks the person to log in. */
async function adminShows(data: PublicData, signal: AbortSignal): Promise<readonly ListedShow[]> {
  const answer = await quietApi().get('api/admin/shows', { signal })
  return answer.ok ? (await answer.json<AdminShowsResponse>()).shows : data.shows(signal)
}

/** The first page of a box of the inbox. */
export const readEnquiries = (status: EnquiryBox, signal: AbortSignal) =>
  adminApi().get('api/enquiries', { searchParams: { status }, signal }).json<EnquiriesResponse>()

/** The last logins, and the backups. */
export async function readAccount(signal: AbortSignal) {
  const [{ logins }, backups] = await Promise.all([
    adminApi().get('api/admin/logins', { signal }).json<LoginsResponse>(),
    adminApi().get('api/admin/backups', { signal }).json<BackupsResponse>(),
  ])
  return { logins, backups }
}

/** Whether the server accepts the token; without an answer nobody is led away from the login. */
export const isTokenValid = (): Promise<boolean> =>
  quietApi()
    .get('api/admin/verify-token')
    .then(
      ({ status }) => status === 200,
      () => false,
    )

const boxes: EnquiryBox[] = ['new', 'answered', 'archived', 'unsure', 'spam']

/** The box of the inbox that an address names. */
export const boxNamed = (name: unknown) => boxes.find((box) => box === name)
