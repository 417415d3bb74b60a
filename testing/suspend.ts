import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { until } from '../api/process/processes'

/** Stops a process with SIGSTOP until it gets SIGCONT, and waits until all its threads have stopped: on a busy machine the signal
 * takes effect late. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  if (!(await until(() => isSuspended(pid), 100_000))) throw new Error('The process does not stop.')
}

function isSuspended(pid: number): boolean {
  try {
    const stateOf = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return readdirSync(`/proc/${pid}/task`).every((thread) => stateOf(thread).includes(') T '))
  } catch {
    // This system has no `/proc`, or a thread has ended meanwhile.
    const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.startsWith('T')
  }
}
