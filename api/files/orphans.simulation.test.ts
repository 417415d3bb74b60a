import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createConnection,
  createSimulation,
  minSteps,
  type Simulation,
} from '../../testing/simulation'
import { holdLease, type LeaseStore, leaseLife } from '../mongo/leases'
import { removeOrphans, type SweptFiles } from './orphans'

/** Milliseconds for a message to or from the database. */
const latency = 40

/** A database with files, tracks and leases that loses messages and is unavailable at times. */
function createDatabase(simulation: Simulation) {
  const { clock } = simulation
  const { command, setFaults, setUp } = createConnection(simulation, latency)
  const chunks = new Map<string, number>()
  const tracks = new Set<string>()
  const leases = new Map<string, number>()

  const store: LeaseStore<string> = {
    create: (id, aliveAt) => command(() => void leases.set(id, aliveAt)),
    renew: (id, aliveAt) => command(() => leases.has(id) && leases.set(id, aliveAt).has(id)),
    remove: (id) => command(() => void leases.delete(id)),
  }
  const files: SweptFiles<string> = {
    ids: () => command(() => [...chunks.keys()]),
    leased: () =>
      command(() => {
        for (const [id, aliveAt] of leases) if (aliveAt < clock.now() - leaseLife) leases.delete(id)
        return [...leases.keys()]
      }),
    isUsed: (id) => command(() => tracks.has(id)),
    remove: (id) => command(() => void chunks.delete(id)),
  }
  return {
    store,
    files,
    addChunk: (id: string) => command(() => void chunks.set(id, (chunks.get(id) ?? 0) + 1)),
    addTrack: (id: string) => command(() => void tracks.add(id)),
    chunksOf: (id: string) => chunks.get(id) ?? 0,
    tracks,
    stored: () => [...chunks.keys()],
    setFaults,
    setUp,
  }
}

const chunkCount = 5

/** Lets processes upload and sweep while messages are lost and the database is unavailable at times.
 * @returns the tracks whose file is not whole, the files without a track, and the number of events */
async function simulate(seed: number) {
  const simulation = createSimulation(seed)
  const { clock, delay, happens, random } = simulation
  const database = createDatabase(simulation)

  async function upload(id: string) {
    const lease = await holdLease(database.store, id, clock)
    try {
      for (let chunk = 0; chunk < chunkCount; chunk += 1) {
        await delay(happens(0.3) ? 60_000 : 500)
        await database.addChunk(id)
      }
      if (!(await lease.isHeld())) throw new Error('the lease has expired')
      await database.addTrack(id)
    } finally {
      await lease.release().catch(() => undefined)
    }
  }
  const sweep = () => removeOrphans(database.files).catch(() => undefined)

  let steps = 0
  for (let round = 0; round < 15; round += 1) {
    database.setFaults(happens(0.3) ? 0.1 : 0)
    database.setUp(!happens(0.3))
    upload(`file ${round}`).catch(() => undefined)
    if (happens(0.6)) void sweep()
    steps += await simulation.run(random() * (happens(0.3) ? 60_000 : 3_000))
  }
  database.setFaults(0)
  database.setUp(true)
  steps += await simulation.run(400_000)
  void sweep()
  steps += await simulation.run(10_000)
  void sweep()
  steps += await simulation.run(10_000)
  const broken = [...database.tracks].filter((id) => database.chunksOf(id) !== chunkCount)
  const orphans = database.stored().filter((id) => !database.tracks.has(id))
  return { broken, orphans, steps }
}

it('a sweep removes no file of a track, and leaves no other', async () => {
  let steps = 0
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const { broken, orphans, ...result } = await simulate(seed)
    steps += result.steps
    expect({ broken, orphans }).toEqual({ broken: [], orphans: [] })
  })
  while (steps < minSteps) await fc.assert(property, { numRuns: 20 })
})
