import type { MusicResponse } from '../../api/contract/music'
import type { PublicData } from '../../api/contract/page'
import type { ShowsResponse } from '../../api/contract/shows'
import { type ListName, listPaths } from '../../api/contract/site-map'
import { useConnection } from '../offline/connection'
import { keptAtHeader } from '../offline/kept-at'

interface Lists {
  shows: ShowsResponse
  music: MusicResponse
}

/** The public lists over HTTP. */
export const publicData: PublicData = {
  shows: async (signal) => (await read('shows', signal)).shows,
  music: async (signal) => (await read('music', signal)).music,
}

/** After this there is an end to waiting, and something to tell (milliseconds). */
const longestWait = 15_000

async function read<List extends ListName>(
  list: List,
  signal: AbortSignal | undefined,
): Promise<Lists[List]> {
  const { noteList, noteMissing } = useConnection.getState()
  const timeout = withTimeout(signal)
  try {
    // The pages of a first visit ask for nothing: the client comes with the first question.
    const { lists } = await inTime(import('./client'), timeout)
    const response = await lists.get<Lists[List]>(listPaths[list], { signal: timeout })
    const content = await response.json()
    noteList(list, response.headers.get(keptAtHeader))
    return content
  } catch (error) {
    if (!isRefusal(error) && !signal?.aborted) noteMissing(list)
    throw error
  }
}

/** Asks anew for the lists that are kept or missing.
 * @returns whether any came fresh from the site */
export function renewStaleLists(): Promise<boolean> {
  const { kept, missing } = useConnection.getState()
  return refreshLists([...new Set([...kept, ...missing])])
}

/** Asks anew for some lists.
 * @returns whether any came fresh from the site */
export async function refreshLists(lists: readonly ListName[]): Promise<boolean> {
  await Promise.allSettled(lists.map((list) => read(list, undefined)))
  const { kept, missing } = useConnection.getState()
  return lists.some((list) => !kept.has(list) && !missing.has(list))
}

/** A signal that aborts when another one does, or after the longest wait. */
function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  setTimeout(
    () => controller.abort(new DOMException('There was no answer.', 'TimeoutError')),
    longestWait,
  )
  return controller.signal
}

/** Whether the server answered, and with a refusal. */
const isRefusal = (error: unknown) => error instanceof Error && error.name === 'HTTPError'

/** @throws what the signal gives as its reason, when that comes first */
const inTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ])
