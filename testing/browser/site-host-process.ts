/** The process of `site-host.ts`. A message with environment variables starts a site, one without them stops it; each is answered
 * by a message with its id, and with the error if there was one. */
import { runInProcess } from '../served-site'
import type { Run } from '../site-process'
import type { HostAnswer, HostMessage } from './site-host'

const runs = new Map<number, Run>()

async function change({ id, variables }: HostMessage) {
  if (variables) runs.set(id, await runInProcess(variables))
  else await runs.get(id)?.end()
}

const answer = (message: HostAnswer) => process.send?.(message)

process.on('message', (message: HostMessage) => {
  const { id } = message
  change(message).then(
    () => answer({ id }),
    (error) => answer({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
