import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bun, type Runner, runProcess } from '../site-process'

/** Starts the site with an id if it has variables, else stops it. */
export interface HostRequest {
  id: number
  variables?: Record<string, string>
}

export interface HostResponse {
  id: number
  error?: string
}

export type SiteHost = ReturnType<typeof startSiteHost>

/** Starts a process that serves any number of sites, each on its own port with its own database. Only the first one pays for
 * starting Bun, and for compiling the program and the pages; that takes longer than most tests. */
export function startSiteHost() {
  const child = spawn(bun, [join(import.meta.dirname, 'site-host-process.ts')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (response: HostResponse) => void>()
  child.on('message', (response: HostResponse) => waiting.get(response.id)?.(response))
  child.on('exit', () => {
    for (const [id, resolve] of waiting) resolve({ id, error: 'The host of the sites has ended.' })
  })
  let last = 0

  async function send(request: HostRequest) {
    const { error } = await new Promise<HostResponse>((resolve) => {
      waiting.set(request.id, resolve)
      child.send(request)
    })
    waiting.delete(request.id)
    if (error !== undefined) throw new Error(error)
  }

  /** Runs a site in the host; another version of the program in a process of its own. */
  const run: Runner = async (variables, program) => {
    if (program !== undefined) return runProcess(variables, program)
    last += 1
    const id = last
    await send({ id, variables })
    return { output: () => '', end: () => send({ id }) }
  }

  function stop() {
    if (child.connected) child.disconnect()
  }

  return { run, stop }
}
