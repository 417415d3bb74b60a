import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import { expect, it } from 'vitest'
import {
  createConnection,
  createSimulation,
  minSteps,
  type Simulation,
} from '../../testing/simulation'
import { createCachedCollection } from './cached-collection'
import { type WriteCounter, watchChanges } from './change-watch'
import { compareIds } from './object-id'

interface Item {
  _id: ObjectId
  text: string
}

/** Milliseconds for a message to or from the database. */
const latency = 40
/** Milliseconds after the last write in which every process must show it. */
const silence = 2_000

/** A database that is sometimes unavailable. */
function createDatabase(simulation: Simulation) {
  const { command, setFaults, setUp } = createConnection(simulation, latency)
  const items = new Map<string, Item>()
  let number = 0
  const counter: WriteCounter = {
    read: () => command(() => number),
    increment: () =>
      command(() => {
        number += 1
        return number
      }),
  }
  return {
    counter,
    texts: () => [...items.values()].sort((a, b) => compareIds(a._id, b._id)).map(textOf),
    read: () => command(() => [...items.values()]),
    write: (change: (items: Map<string, Item>) => void) => command(() => change(items)),
    setUp,
    setFaults,
  }
}

const textOf = ({ text }: Item) => text

type Database = ReturnType<typeof createDatabase>

async function openProcess(database: Database, simulation: Simulation) {
  const { clock, delay, random, happens } = simulation
  const changes = await watchChanges(database.counter, clock)
  // Other parts of the site are created in between.
  await delay(200)
  const collection = await createCachedCollection<Item>({
    read: database.read,
    changes,
    clock,
    onError: () => undefined,
    compare: (one, other) => compareIds(one._id, other._id),
  })
  return {
    texts: () => collection.items().map(textOf),
    writeSomething() {
      const _id = ObjectId.createFromTime(Math.floor(random() * 5))
      const item = { _id, text: `${random()}` }
      const isRemoval = happens(0.3)
      return collection.write(async ({ put, remove }) => {
        await database.write((items) => {
          if (isRemoval) items.delete(_id.toHexString())
          else items.set(_id.toHexString(), item)
        })
        if (isRemoval) remove(_id)
        else put(item)
      })
    },
    stop() {
      collection.stop()
      changes.stop()
    },
  }
}

type Process = Awaited<ReturnType<typeof openProcess>>

/** Lets three processes write while messages are lost, the database is unavailable at times and processes die; then
 * waits in silence.
 * @returns what each process shows, what the database holds, and the number of events */
async function simulate(seed: number) {
  const simulation = createSimulation(seed)
  const { clock, happens, random } = simulation
  const database = createDatabase(simulation)
  const processes: (Process | undefined)[] = []
  const start = (index: number) => {
    processes[index] = undefined
    const again = () => void clock.after(random() * 200, () => start(index))
    openProcess(database, simulation).then((opened) => {
      processes[index] = opened
    }, again)
  }
  for (const index of [0, 1, 2]) start(index)
  let steps = await simulation.run(500)
  database.setFaults(0.05)
  for (let round = random() * 20; round > 0; round -= 1) {
    const index = Math.floor(random() * 3)
    processes[index]?.writeSomething().catch(() => undefined)
    if (happens(0.1)) database.setUp(false)
    else if (happens(0.5)) database.setUp(true)
    if (happens(0.15)) {
      processes[index]?.stop()
      start(index)
    }
    steps += await simulation.run(random() * 300)
  }
  database.setUp(true)
  database.setFaults(0)
  steps += await simulation.run(silence)
  const shown = processes.map((process) => process?.texts())
  for (const process of processes) process?.stop()
  return { shown, stored: database.texts(), steps }
}

it('every process shows the last write after two seconds', async () => {
  let steps = 0
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const result = await simulate(seed)
    steps += result.steps
    expect(result.shown).toEqual([result.stored, result.stored, result.stored])
  })
  while (steps < minSteps) await fc.assert(property, { numRuns: 50 })
})
