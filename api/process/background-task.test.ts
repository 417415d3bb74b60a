import { afterEach, expect, it } from 'vitest'
import { startBackgroundTask } from './background-task'

let stop = async () => {}
afterEach(() => stop())

/** A task whose runs end when the test ends them. */
function controlledTask(options: { delay?: number; stopTimeout?: number } = {}) {
  const started: { stopping: AbortSignal; end: (error?: Error) => void }[] = []
  const errors: unknown[] = []
  const task = startBackgroundTask({
    run: (stopping) =>
      new Promise((resolve, reject) =>
        started.push({ stopping, end: (error) => (error ? reject(error) : resolve()) }),
      ),
    onError: (error) => errors.push(error),
    interval: 1,
    ...options,
  })
  stop = task.stop
  const untilStarted = async (count: number) => {
    await expect.poll(() => started.length).toBeGreaterThanOrEqual(count)
    return started[count - 1] as (typeof started)[0]
  }
  return { ...task, started, errors, untilStarted }
}

it('runs at once, and again and again, with one run at a time', async () => {
  const { started, untilStarted } = controlledTask()
  for (const count of [1, 2, 3]) {
    const { end } = await untilStarted(count)
    expect(started).toHaveLength(count)
    end()
  }
})

it('runs on request after the current run', async () => {
  const { started, untilStarted, requestRun } = controlledTask()
  const current = await untilStarted(1)
  let isDone = false
  const requested = requestRun().then(() => {
    isDone = true
  })
  expect(started).toHaveLength(1)
  current.end()
  const next = await untilStarted(2)
  expect(isDone).toBe(false)
  next.end()
  await requested
})

it('reports the error of a run and goes on', async () => {
  const { errors, untilStarted } = controlledTask({ delay: 1 })
  const failure = new Error('No database.')
  const first = await untilStarted(1)
  first.end(failure)
  const second = await untilStarted(2)
  second.end()
  expect(errors).toEqual([failure])
})

it('aborts the signal of the current run, and waits for the run until the stop timeout', async () => {
  const waiting = controlledTask({ stopTimeout: 60_000 })
  const { stopping, end } = await waiting.untilStarted(1)
  stopping.addEventListener('abort', () => end())
  await waiting.stop()
  expect(stopping.aborted).toBe(true)

  const notWaiting = controlledTask()
  await notWaiting.untilStarted(1)
  await notWaiting.stop()
  expect(notWaiting.started).toHaveLength(1)
})
