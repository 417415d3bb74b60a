import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

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

/** A running process whose command line contains a text, other than this one; undefined if there is none. */
export function findProcess(text: string): { pid: number; command: string } | undefined {
  const others = listProcesses().filter(({ pid }) => pid !== process.pid)
  return others.find(({ command }) => command.includes(text))
}

/** The running processes whose command lines this user can read: from `/proc` where there is one, else from `ps`. */
function listProcesses() {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Boolean)
    return pids.map((pid) => ({ pid, command: commandLine(pid) }))
  } catch {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    const lines = (stdout ?? '').split('\n').map((line) => /^ *(\d+) (.*)$/.exec(line))
    return lines.flatMap((found) =>
      found ? [{ pid: Number(found[1]), command: found[2] ?? '' }] : [],
    )
  }
}

/** The command line of a process; empty if the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
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
