import type { Clock } from '../api/process/clock'

/** The least number of steps of each simulation in a run of the tests; `npm run test:soak` takes a million. */
export const minSteps = Number(process.env['SIMULATION_STEPS'] ?? 20_000)

interface Event {
  at: number
  work: () => void
}

/** A run of concurrent code in virtual time, in which a seed decides every delay and every fault. The same seed gives
 * the same run. */
export interface Simulation {
  clock: Clock
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number
  /** Whether an event of this probability happens now. */
  happens(probability: number): boolean
  /** Waits for a random time.
   * @param maximum milliseconds */
  delay(maximum: number): Promise<void>
  /** Processes all events up to a time after now.
   * @param milliseconds virtual time
   * @returns the number of processed events */
  run(milliseconds: number): Promise<number>
}

/** Starts a simulation at time 0. */
export function createSimulation(seed: number): Simulation {
  const random = mulberry32(seed)
  const events = new Set<Event>()
  let now = 0

  function after(milliseconds: number, work: () => void) {
    const event = { at: now + milliseconds, work }
    events.add(event)
    return () => void events.delete(event)
  }

  function takeNext(deadline: number): Event | undefined {
    let next: Event | undefined
    for (const event of events)
      if (event.at <= deadline && (!next || event.at < next.at)) next = event
    if (next) events.delete(next)
    return next
  }

  return {
    clock: { now: () => now, after },
    random,
    happens: (probability) => random() < probability,
    delay: (maximum) => new Promise((resolve) => after(random() * maximum, resolve)),

    async run(milliseconds) {
      const deadline = now + milliseconds
      let count = 0
      for (let event = takeNext(deadline); event; event = takeNext(deadline)) {
        now = event.at
        event.work()
        count += 1
        await settled()
      }
      now = deadline
      return count
    },
  }
}

/** Creates a connection to a simulated database that loses messages and is unavailable at times.
 * @param latency the most milliseconds that a message takes */
export function createConnection({ delay, happens }: Simulation, latency: number) {
  let faults = 0
  let isUp = true

  /** Waits for a message.
   * @throws {Error} when it is lost */
  async function deliver() {
    await delay(latency)
    if (!isUp || happens(faults)) throw new Error('a message is lost')
  }

  return {
    deliver,

    /** Whether a fault happens now. */
    fails: () => happens(faults),

    /** Sends a command, which may fail before or after it has an effect. */
    async command<Result>(work: () => Result): Promise<Result> {
      await deliver()
      const result = work()
      await deliver()
      return result
    },

    /** Makes the database unavailable, as during an election. */
    setUp(value: boolean) {
      isUp = value
    },

    /** Sets the probability that a message is lost. */
    setFaults(probability: number) {
      faults = probability
    },
  }
}

/** Waits until every promise that can settle without an event has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A pseudorandom number generator by Tommy Ettinger: 32 bits of state, for tests only. */
function mulberry32(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
