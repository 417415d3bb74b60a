import { afterEach, expect, it } from 'vitest'
import { startBackgroundTask } from './background-task'

let stop = async () => {}
afterEach(() => stop())

/** A task whose runs end when the test ends them. */
function heldTask(options: { delay?: number; patience?: number } = {}) {
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
  const begun = async (count: number) => {
    await expect.poll(() => started.length).toBeGreaterThanOrEqual(count)
    return started[count - 1] as (typeof started)[0]
  }
  return { ...task, started, errors, begun }
}

it('runs at once, and again and again, with one run at a time', async () => {
  const { started, begun } = heldTask()
  for (const count of [1, 2, 3]) {
    const { end } = await begun(count)
    expect(started).toHaveLength(count)
    end()
  }
})

it('runs on request after the current run', async () => {
  const { started, begun, runNow } = heldTask()
  const current = await begun(1)
  let isDone = false
  const requested = runNow().then(() => {
    isDone = true
  })
  expect(started).toHaveLength(1)
  current.end()
  const next = await begun(2)
  expect(isDone).toBe(false)
  next.end()
  await requested
})

it('reports the error of a run and goes on', async () => {
  const { errors, begun } = heldTask({ delay: 1 })
  const failure = new Error('No database.')
  const first = await begun(1)
  first.end(failure)
  const second = await begun(2)
  second.end()
  expect(errors).toEqual([failure])
})

it('tells the current run to end, and waits for it as long as it has patience', async () => {
  const patient = heldTask({ patience: 60_000 })
  const { stopping, end } = await patient.begun(1)
  stopping.addEventListener('abort', () => end())
  await patient.stop()
  expect(stopping.aborted).toBe(true)

  const impatient = heldTask()
  await impatient.begun(1)
  await impatient.stop()
  expect(impatient.started).toHaveLength(1)
})
