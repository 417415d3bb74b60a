import { excessOf } from '../process/excess'
import { conditional, entityTag } from './conditional'
import type { PublicResponses } from './public-responses'
import { type Representation, represent } from './representation'
import type { RequestContext } from './request-context'
import { originOf } from './request-url'

/** The whole of a response that is the same for everybody. */
export interface PublicText {
  text: string
  /** Includes Content-Type; Cache-Control is `public, no-cache` by default. */
  headers: Record<string, string>
  /** By default 200; responses of another status are not kept. */
  status?: number
}

export type MakeText = () => PublicText | Promise<PublicText>

interface Dependencies {
  responses: Pick<PublicResponses, 'hosts' | 'markStale'>
  /** Changes whenever any of the texts may have changed. */
  version: () => string
  /** The maximum size of all texts together with their encodings, in bytes. */
  capacity?: number
}

/** Public responses in memory: each text is made, compressed and tagged once until the content changes. Requests that
 * arrive while it is being made wait for it. If the texts are too large together, the oldest ones are removed. */
export interface ResponseMemory {
  /** @param host whether the text contains links to the host of the request, so that each host has its own text */
  respond(
    context: Pick<RequestContext, 'request' | 'path'>,
    make: MakeText,
    host?: 'shared' | 'by host',
  ): Response | Promise<Response>
}

export function createResponseMemory({
  responses: { hosts, markStale },
  version,
  capacity = 96 * 1024 * 1024,
}: Dependencies): ResponseMemory {
  let texts = new Map<string, Representation | Promise<Representation | PublicText>>()
  let textsVersion = ''

  /** The texts of the current version. A text that is finished after a change goes to the map of its own version, which
   * nobody reads any more. */
  function currentTexts() {
    const current = version()
    if (current !== textsVersion) texts = new Map()
    textsVersion = current
    return texts
  }

  async function keep(current: typeof texts, key: string, make: MakeText) {
    try {
      // Called asynchronously, so that a synchronous error comes after the promise was added to the map.
      const made = await Promise.resolve().then(make)
      if ((made.status ?? 200) !== 200) {
        current.delete(key)
        return made
      }
      const representation = represent(made.text, headersOf(made))
      await representation.ready
      current.set(key, representation)
      evict(current)
      return representation
    } catch (error) {
      current.delete(key)
      throw error
    }
  }

  function evict(current: typeof texts) {
    const finished = [...current].flatMap(([key, text]) =>
      text instanceof Promise ? [] : [[key, text.size()] as const],
    )
    for (const key of excessOf(finished, capacity)) current.delete(key)
  }

  return {
    respond(context, make, host = 'by host') {
      const { request, path } = context
      // Clients choose the host name, so texts for unknown names are not kept.
      if (host === 'by host' && !hosts.isExpected(request))
        return respondOnce(request, make).then(markStale)
      const key = host === 'shared' ? path : `${originOf(request)} ${path}`
      const current = currentTexts()
      const known = current.get(key)
      if (known && !(known instanceof Promise)) return markStale(known.respond(request))
      const pending = known ?? keep(current, key, make)
      if (!known) current.set(key, pending)
      return pending.then((made) =>
        markStale('text' in made ? new Response(made.text, made) : made.respond(request)),
      )
    },
  }
}

async function respondOnce(request: Request, make: MakeText): Promise<Response> {
  const made = await make()
  if ((made.status ?? 200) !== 200) return new Response(made.text, made)
  return conditional(request, made.text, {
    'cache-control': 'public, no-cache',
    ...made.headers,
    etag: entityTag(made.text),
  })
}

const headersOf = ({ headers }: PublicText) =>
  new Headers({ 'cache-control': 'public, no-cache', ...headers })
