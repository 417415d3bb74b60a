import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process of that id runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a running process, or an empty text where it can't be read. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return listed.stdout?.trim() ?? ''
  }
}

/** Resolves to whether a condition came true within a time (milliseconds). */
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

/** Ends a process as it wishes, and after a time (milliseconds) as it must. */
export async function end(pid: number, patience: number): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    if (isRunning(pid)) process.kill(pid, signal)
  }
  send('SIGTERM')
  if (await until(() => !isRunning(pid), patience)) return
  send('SIGKILL')
  await until(() => !isRunning(pid), 5_000)
}
