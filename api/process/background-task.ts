import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

interface Options {
  /** What each run does.
   * @param stopping is aborted when the site stops; a long run then ends early */
  run: (stopping: AbortSignal) => Promise<void>
  /** Called with the error of a run that failed. */
  onError: (error: unknown) => void
  /** Milliseconds between the regular runs, counted from the start of the task. A regular run that is due while another
   * one is under way is skipped. */
  interval: number
  /** Milliseconds before the first run. */
  delay?: number
  /** Milliseconds that `stop` waits at most for the requested runs; by default, it does not wait. */
  stopTimeout?: number
}

/** Runs a task at once, or after `delay`, and then regularly; never two runs at a time. */
export function startBackgroundTask(options: Options) {
  const { run, onError, interval, delay = 0, stopTimeout = 0 } = options
  const runs = pLimit(1)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()

  /** Runs the task as soon as all earlier runs have ended.
   * @returns a promise that resolves when this run has ended; errors go to `onError` */
  function requestRun(): Promise<void> {
    last = runs(() => run(stopping.signal)).catch(onError)
    return last
  }

  function runUnlessRunning() {
    if (runs.activeCount === 0) void requestRun()
  }

  if (delay === 0) void requestRun()
  const first = delay === 0 ? undefined : setTimeout(runUnlessRunning, delay)
  const timer = setInterval(runUnlessRunning, interval)
  return {
    requestRun,
    /** Aborts the signal of the current run, starts no more regular ones, and waits for at most `stopTimeout`. */
    async stop(): Promise<void> {
      clearTimeout(first)
      clearInterval(timer)
      stopping.abort()
      await Promise.race([last, sleep(stopTimeout, undefined, { ref: false })])
    },
  }
}
