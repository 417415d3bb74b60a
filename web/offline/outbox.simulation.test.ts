import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSimulation, minSteps, type Simulation } from '../../testing/simulation'
import type { OutboxEntry } from './database'
import {
  afterAttempt,
  type FlushTrigger,
  flushEntries,
  nextRetryAt,
  type PostResult,
} from './outbox-flush'

/** Milliseconds for an access to the phone's storage, and for a message to or from the server. */
const [storageTime, latency] = [5, 300]

/** A phone's storage, shared by tabs and the worker. An access is a transaction. */
function createStorage({ delay }: Simulation) {
  const entries = new Map<string, OutboxEntry>()
  async function transaction<Result>(work: () => Result): Promise<Result> {
    await delay(storageTime)
    const result = work()
    await delay(storageTime)
    return result
  }
  return {
    waiting: () =>
      transaction(() => [...entries.values()].filter(({ state }) => state === 'waiting')),
    add: (entry: OutboxEntry) => transaction(() => void entries.set(entry.key, entry)),
    remove: (key: string) => transaction(() => void entries.delete(key)),
    settle: (entry: OutboxEntry, result: PostResult, now: () => number) =>
      transaction(() => {
        if (entries.has(entry.key)) entries.set(entry.key, afterAttempt(entry, result, now()))
      }),
  }
}

/** A server that stores an enquiry once for each key, behind a network that loses messages. */
function createServer({ delay, happens }: Simulation) {
  const stored: string[] = []
  let faults = 0
  return {
    stored,
    async post({ key }: OutboxEntry): Promise<PostResult> {
      await delay(latency)
      if (happens(faults)) return { state: 'unanswered', error: 'no connection' }
      if (happens(faults))
        return { state: 'postponed', status: 503, retryAfter: happens(0.5) ? 7_000 : undefined }
      if (!stored.includes(key)) stored.push(key)
      await delay(latency)
      if (happens(faults)) return { state: 'unanswered', error: 'the response is lost' }
      return { state: 'sent' }
    },
    setFaults(probability: number) {
      faults = probability
    },
  }
}

/** Lets two tabs and a worker send enquiries, of which the person removes some, over a bad network; then the network is
 * well for two hours.
 * @returns the enquiries that the server must have stored, those that it may have, and those that it has */
async function simulate(seed: number) {
  const simulation = createSimulation(seed)
  const { clock, happens, random } = simulation
  const storage = createStorage(simulation)
  const server = createServer(simulation)
  const removed = new Set<string>()
  const added: string[] = []

  /** A tab or the worker, which flushes at its timer and at other moments, without a lock. */
  function openTab() {
    let cancel = () => {}
    async function flush(trigger: FlushTrigger) {
      const settle = (entry: OutboxEntry, result: PostResult) =>
        storage.settle(entry, result, clock.now)
      const { waiting: ready } = storage
      await flushEntries({ ready, settle, post: server.post, now: clock.now }, trigger)
      const next = nextRetryAt(await storage.waiting())
      cancel()
      if (next !== undefined)
        cancel = clock.after(Math.max(0, next - clock.now()), () => void flush('timer'))
    }
    return flush
  }

  const tabs = [openTab(), openTab(), openTab()]
  let steps = 0
  server.setFaults(0.3)
  for (let round = 0; round < 12; round += 1) {
    const key = `enquiry ${round}`
    added.push(key)
    const entry = { key, to: '', name: '', email: '', message: key, savedAt: clock.now() }
    void storage.add({ ...entry, state: 'waiting', attempts: 0, retryAt: 0, hold: 'none' })
    const flush = tabs[Math.floor(random() * 3)]
    void flush?.(happens(0.5) ? undefined : 'sync')
    if (happens(0.2)) {
      removed.add(key)
      void storage.remove(key)
    }
    steps += await simulation.run(random() * 5_000)
  }
  server.setFaults(0)
  for (const flush of tabs) void flush('timer')
  steps += await simulation.run(7_200_000)
  const expected = added.filter((key) => !removed.has(key))
  const missing = expected.filter((key) => !server.stored.includes(key))
  return { missing, waiting: await settled(simulation, storage.waiting()), steps }
}

/** Runs a simulation until a promise is settled. */
async function settled<Result>(simulation: Simulation, promise: Promise<Result>): Promise<Result> {
  await simulation.run(1_000)
  return promise
}

it('every enquiry that the person does not remove arrives, and none waits for ever', async () => {
  let steps = 0
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const { steps: taken, ...result } = await simulate(seed)
    steps += taken
    expect(result).toEqual({ missing: [], waiting: [] })
  })
  while (steps < minSteps) await fc.assert(property, { numRuns: 20 })
})
