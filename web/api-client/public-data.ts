import type { JsonResponse } from '../../api/contract/operation'
import type { Api } from '../../api/contract/operations'
import type { PublicData } from '../../api/contract/page'
import { type ListName, listPaths } from '../../api/contract/site-map'
import { useConnection } from '../offline/connection'
import { savedAtHeader } from '../offline/saved-at'

interface ListResponses {
  shows: JsonResponse<Api['shows']>
  music: JsonResponse<Api['music']>
}

/** The public lists over HTTP. */
export const publicData: PublicData = {
  shows: async (signal) => (await read('shows', signal)).shows,
  music: async (signal) => (await read('music', signal)).music,
}

/** Milliseconds. */
const listTimeout = 15_000

async function read<List extends ListName>(
  list: List,
  signal: AbortSignal | undefined,
): Promise<ListResponses[List]> {
  const { noteList, noteMissing } = useConnection.getState()
  const timeout = withTimeout(signal)
  try {
    // A server-rendered page needs no request, so the client is loaded with the first one.
    const { lists } = await orAbort(import('./client'), timeout)
    const response = await lists.get<ListResponses[List]>(listPaths[list], { signal: timeout })
    const content = await response.json()
    noteList(list, response.headers.get(savedAtHeader))
    return content
  } catch (error) {
    if (!isErrorResponse(error) && !signal?.aborted) noteMissing(list)
    throw error
  }
}

/** Refreshes the lists that came from the worker's cache or are missing.
 * @returns whether any of them is now fresh */
export function refreshStaleLists(): Promise<boolean> {
  const { saved, missing } = useConnection.getState()
  return refreshLists([...new Set([...saved, ...missing])])
}

/** Requests some lists again.
 * @returns whether any of them is now fresh */
export async function refreshLists(lists: readonly ListName[]): Promise<boolean> {
  await Promise.allSettled(lists.map((list) => read(list, undefined)))
  const { saved, missing } = useConnection.getState()
  return lists.some((list) => !saved.has(list) && !missing.has(list))
}

/** A signal that aborts when another one does, or after the timeout. */
function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  setTimeout(
    () => controller.abort(new DOMException('There was no answer.', 'TimeoutError')),
    listTimeout,
  )
  return controller.signal
}

/** Whether the server sent an error response. */
const isErrorResponse = (error: unknown) => error instanceof Error && error.name === 'HTTPError'

/** Rejects as soon as the signal aborts.
 * @throws the signal's reason */
const orAbort = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ])
