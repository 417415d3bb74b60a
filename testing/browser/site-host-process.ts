/** The process of `site-host.ts`. A request with environment variables starts a site, one without them stops it. The
 * response has the id of the request, and the error if there was one. */
import { runInProcess } from '../served-site'
import type { Run } from '../site-process'
import type { HostRequest, HostResponse } from './site-host'

const runs = new Map<number, Run>()

async function change({ id, variables }: HostRequest) {
  if (variables) runs.set(id, await runInProcess(variables))
  else {
    await runs.get(id)?.end()
    runs.delete(id)
  }
}

const respond = (response: HostResponse) => process.send?.(response)

process.on('message', (request: HostRequest) => {
  const { id } = request
  change(request).then(
    () => respond({ id }),
    (error) => respond({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
