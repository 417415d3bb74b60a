import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this id is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a running process, or an empty string if it can't be read. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return listed.stdout?.trim() ?? ''
  }
}

/** Polls a condition; resolves to whether it became true before the timeout (milliseconds). */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeout: number,
): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}

/** Stops a process with SIGTERM, and with SIGKILL if it still runs after the timeout (milliseconds). */
export async function terminate(pid: number, timeout: number): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    if (isRunning(pid)) process.kill(pid, signal)
  }
  send('SIGTERM')
  if (await until(() => !isRunning(pid), timeout)) return
  send('SIGKILL')
  await until(() => !isRunning(pid), 5_000)
}
