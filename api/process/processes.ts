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

/** A running process, other than this one, whose arguments match; undefined if there is none.
 * @param matches gets the program and its arguments */
export function findProcess(matches: (args: readonly string[]) => boolean) {
  const others = listProcesses().filter(({ pid }) => pid !== process.pid)
  return others.find(({ args }) => matches(args))
}

/** The running processes whose arguments this user can read: from `/proc` where there is one, else from `ps`, which does
 * not tell spaces in an argument from those between two. */
function listProcesses(): { pid: number; args: string[] }[] {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Boolean)
    return pids.map((pid) => ({ pid, args: argumentsOf(pid) }))
  } catch {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    const lines = (stdout ?? '').split('\n').map((line) => line.trim().split(' '))
    return lines.map(([pid, ...args]) => ({ pid: Number(pid), args }))
  }
}

/** Empty if the process has ended. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
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
