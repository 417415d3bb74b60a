import { pathOf } from './request-url'

/** What the steps of the pipeline and the handlers know of one request. */
export class RequestContext {
  /** Sent back as `x-request-id` and written into each line of the log about this request. */
  readonly id = crypto.randomUUID()
  readonly path: string
  /** Whether only the head of the response is sent, so that no body need be read for it (RFC 9110, 9.3.2). */
  readonly isHead: boolean
  #address: string | undefined

  /** @param resolveAddress finds the client's address */
  constructor(
    readonly request: Request,
    private readonly resolveAddress: (request: Request) => string,
  ) {
    this.path = pathOf(request)
    this.isHead = request.method === 'HEAD'
    // A client that writes may have disconnected when its address is needed; finding it costs too much to do it for
    // every reader.
    if (request.method !== 'GET' && !this.isHead) this.#address = resolveAddress(request)
  }

  /** The address of the client, as far as the proxies in front can be believed. */
  get address(): string {
    this.#address ??= this.resolveAddress(this.request)
    return this.#address
  }
}

/** A step of the pipeline: responds, or leaves that to the steps after it (`next`). */
export type Step = (context: RequestContext, next: Next) => Response | Promise<Response>
export type Next = (context: RequestContext) => Response | Promise<Response>

/** Calls a function with a response, at once or when it is there. */
export const withResponse = (
  response: Response | Promise<Response>,
  work: (response: Response) => Response,
): Response | Promise<Response> =>
  response instanceof Response ? work(response) : response.then(work)
