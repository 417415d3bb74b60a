import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

interface Options {
  /** What each run does.
   * @param stopping is aborted when the site stops; a long run then ends early */
  run: (stopping: AbortSignal) => Promise<void>
  /** Called with the error of a run that failed. */
  onError: (error: unknown) => void
  /** Milliseconds from the start of one run to the next. */
  interval: number
  /** Milliseconds before the first run. */
  delay?: number
  /** Milliseconds that `stop` waits for the current run. */
  patience?: number
}

/** Repeats a task in the background, with never more than one run at a time. */
export function startBackgroundTask({ run, onError, interval, delay = 0, patience = 0 }: Options) {
  const runs = pLimit(1)
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()

  /** Runs the task after the current run. */
  function runNow(): Promise<void> {
    last = runs(() => run(stopping.signal)).catch(onError)
    return last
  }

  function runUnlessRunning() {
    if (runs.activeCount === 0) void runNow()
  }

  if (delay === 0) void runNow()
  const first = delay === 0 ? undefined : setTimeout(runUnlessRunning, delay)
  const timer = setInterval(runUnlessRunning, interval)
  return {
    runNow,
    async stop(): Promise<void> {
      clearTimeout(first)
      clearInterval(timer)
      stopping.abort()
      await Promise.race([last, sleep(patience, undefined, { ref: false })])
    },
  }
}
