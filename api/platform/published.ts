import { type Representation, represent } from './representation'

/** What everybody may read, held in memory: serialised once for each change, not for each reader. */
export interface Published<Value> {
  /** The value as of the last renewal. */
  value(): Value
  /** Changes whenever the value does. */
  version(): string
  /** 200 with the JSON, or 304; any Authorization header is ignored. */
  answer(request: Request): Response
  /** Reads the value anew. Renewals that overlap end with the state after the last of them began. One
   * that fails is made up for later and fails nobody: what was written is written. */
  renew(): Promise<void>
}

const tryAgainAfter = 1_000

/** Publishes what `read` finds; the first reading is done when the promise is.
 * @param onError told of a renewal that failed */
export async function publish<Value>(
  read: () => Promise<Value>,
  onError: (error: unknown) => void,
): Promise<Published<Value>> {
  let value = await read()
  const serialise = () =>
    represent(JSON.stringify(value), {
      'content-type': 'application/json',
      'cache-control': 'public, no-cache',
    })
  let representation: Representation = serialise()

  let reading: Promise<void> = Promise.resolve()
  let nextTry: ReturnType<typeof setTimeout> | undefined
  const readAgain = async () => {
    clearTimeout(nextTry)
    try {
      value = await read()
      representation = serialise()
    } catch (error) {
      onError(error)
      nextTry = setTimeout(renew, tryAgainAfter)
    }
  }
  function renew() {
    reading = reading.then(readAgain)
    return reading
  }
  return {
    value: () => value,
    version: () => representation.etag,
    answer: (request) => representation.answer(request),
    renew,
  }
}
