import pLimit from 'p-limit'

/** The state of one push service. */
interface Service {
  limit: ReturnType<typeof pLimit>
  /** The number of requests without a response. */
  inFlight: number
  /** Milliseconds since 1970: since when these requests wait, because it has not responded to any request. */
  waitingSince: number
  /** Failures in a row; requests that were under way at the same time count once. */
  failures: number
  /** Milliseconds since 1970: when the last failure was counted. */
  countedAt: number
  /** Milliseconds since 1970 until which no message is sent. */
  pausedUntil: number
}

const maxConcurrent = 32
/** Milliseconds without any response, after which a service counts as stuck while requests wait. */
const slowAfter = 2_000
const maxFailures = 3
/** Milliseconds of failures without a response from any service, after which the site itself counts as offline. */
const offlineAfter = 60 * 60_000
/** Milliseconds for which no request is sent to a service after failures; each pause is twice as long as the one before. */
const [shortestPause, longestPause] = [5 * 60_000, 60 * 60_000]

export type Services = ReturnType<typeof createServices>

/** Sends requests to push services, with a separate limit of concurrent requests and separate pauses for each service, so
 * that a service that does not respond delays no other one.
 * @param now returns milliseconds since 1970 */
export function createServices(now = Date.now) {
  const services = new Map<string, Service>()
  /** Milliseconds since 1970: the first failure after the last response of any service; undefined if there is none. */
  let failingSince: number | undefined

  function serviceOf(endpoint: string): Service {
    const { host } = new URL(endpoint)
    const known = services.get(host)
    if (known) return known
    const service = {
      limit: pLimit(maxConcurrent),
      inFlight: 0,
      waitingSince: 0,
      failures: 0,
      countedAt: 0,
      pausedUntil: 0,
    }
    services.set(host, service)
    return service
  }

  /** Whether a service does not respond at the moment. */
  function isStuck(endpoint: string): boolean {
    const { inFlight, waitingSince, pausedUntil } = serviceOf(endpoint)
    return pausedUntil > now() || (inFlight > 0 && now() - waitingSince > slowAfter)
  }

  function countFailure(service: Service, beganAt: number) {
    failingSince ??= now()
    if (beganAt <= service.countedAt) return
    service.failures += 1
    service.countedAt = now()
    if (service.failures < maxFailures) return
    const pause = shortestPause * 2 ** (service.failures - maxFailures)
    service.pausedUntil = now() + Math.min(longestPause, pause)
  }

  return {
    isStuck,

    /** The end of the pause of a service, in milliseconds since 1970. */
    pausedUntil: (endpoint: string): number => serviceOf(endpoint).pausedUntil,

    /** Whether requests have failed for an hour and no service has responded, so that the site itself may be without a
     * network. */
    isOffline: (): boolean => failingSince !== undefined && now() - failingSince > offlineAfter,

    /** Sends a request as soon as the limit of its service allows it.
     * @param isWanted whether the request is still wanted when its turn comes
     * @returns the response's status; undefined if the request was not begun
     * @throws the error of a request without a response */
    send(
      endpoint: string,
      isWanted: () => boolean,
      request: () => Promise<number>,
    ): Promise<number | undefined> {
      const service = serviceOf(endpoint)
      return service.limit(async () => {
        if (!isWanted() || service.pausedUntil > now()) return
        const beganAt = now()
        if (service.inFlight === 0) service.waitingSince = beganAt
        service.inFlight += 1
        try {
          const status = await request()
          failingSince = undefined
          Object.assign(service, { waitingSince: now(), failures: 0 })
          return status
        } catch (error) {
          countFailure(service, beganAt)
          throw error
        } finally {
          service.inFlight -= 1
        }
      })
    },
  }
}
