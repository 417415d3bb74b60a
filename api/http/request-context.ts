import { pathOf } from './request-url'

/** The context of one request, for the steps of the pipeline and the handlers. */
export class RequestContext {
  /** Sent as `x-request-id` and logged with each line about this request. */
  readonly id = crypto.randomUUID()
  readonly path: string
  /** Whether the method is HEAD: the response has no body (RFC 9110, 9.3.2). */
  readonly isHead: boolean
  #address: string | undefined

  /** @param resolveAddress determines the client's address */
  constructor(
    readonly request: Request,
    private readonly resolveAddress: (request: Request) => string,
  ) {
    this.path = pathOf(request)
    this.isHead = request.method === 'HEAD'
    // Resolved early for writes, because the client may disconnect before the address is needed. Resolving it for each
    // read would take too much time.
    if (request.method !== 'GET' && !this.isHead) this.#address = resolveAddress(request)
  }

  /** A context of the same request with another method, without the body for HEAD. It has an id of its own. */
  withMethod(method: string): RequestContext {
    const { url, headers } = this.request
    const request =
      method === 'HEAD'
        ? new Request(url, { method, headers })
        : new Request(this.request, { method })
    return new RequestContext(request, () => this.address)
  }

  /** The address of the client, according to the trusted proxies. */
  get address(): string {
    this.#address ??= this.resolveAddress(this.request)
    return this.#address
  }
}

/** A step of the pipeline: responds, or calls `next` to run the following steps. */
export type Step = (context: RequestContext, next: Next) => Promise<Response>
export type Next = (context: RequestContext) => Response | Promise<Response>
