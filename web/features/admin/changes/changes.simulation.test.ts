import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSimulation, minSteps, type Simulation } from '../../../../testing/simulation'
import { afterShown, mergedChange, resolved, withChange } from '../../../offline/change-edits'
import {
  afterChange,
  type Change,
  type ChangeEntry,
  isNewId,
  isUnsent,
  readyChanges,
  unsentByRecord,
  unsentOf,
} from '../../../offline/change-rules'
import {
  type FlushTrigger,
  flushEntries,
  nextRetryAt,
  type PostResult,
} from '../../../offline/outbox-flush'
import type { Winner } from '../../../offline/record-merge'
import { withChanges } from './waiting'

/** Each field has the mark of its last change as its value; a property for each mark shows that it was stored. */
interface StoredSong {
  _id: string
  version: number
  lastKey?: string
  [name: string]: unknown
}

/** A write that the server has made: the marks of the changes in it, and the phone that has sent it. The first write of a
 * song makes its version 1, and so on. */
interface Write {
  id: string
  marks: number[]
  /** The marks of fields that got an older mark again. */
  reverted: number[]
  /** The new and the former marks of the changed fields. */
  replaced: { mark: number; former: number }[]
  phone: string
}

/** Milliseconds for an access to the phone's storage, and for a message to or from the server. */
const [storageTime, latency] = [5, 300]
const [hour, day] = [3_600_000, 86_400_000]

const fields = ['first', 'second', 'third'] as const
/** The field that a change changes. */
const fieldOf = (mark: number) => fields[mark % fields.length] ?? 'first'

const marksOf = (body: object) =>
  Object.keys(body)
    .map(Number)
    .filter((mark) => mark > 0)

const addAll = (set: Set<number>, marks: readonly number[]) => {
  for (const mark of marks) set.add(mark)
}

/** A server with versions and keys like the site's, behind a network that loses messages. */
function createServer({ delay, happens }: Simulation) {
  const songs = new Map<string, StoredSong>()
  const receipts = new Map<string, object>()
  const writes: Write[] = []
  const faults = { network: 0, token: 0 }
  let count = 0

  function write(before: StoredSong, { body, to, key }: ChangeEntry) {
    const { _id, version } = before
    const song: StoredSong = { ...before, ...body, _id, version: version + 1, lastKey: key }
    const isStored = (mark: unknown) => before[String(mark)] !== undefined
    songs.set(song._id, song)
    writes.push({
      id: song._id,
      marks: marksOf(body).filter((mark) => !isStored(mark)),
      reverted: fields
        .filter((field) => Number(song[field]) < Number(before[field]))
        .map((field) => Number(song[field]))
        .filter(isStored),
      replaced: fields
        .filter((field) => song[field] !== before[field] && before[field] !== undefined)
        .map((field) => ({ mark: Number(song[field]), former: Number(before[field]) })),
      phone: to,
    })
    return { song }
  }

  function add(entry: ChangeEntry): PostResult {
    const { key } = entry
    count += 1
    if (!receipts.has(key)) receipts.set(key, write({ _id: `song${count}`, version: 0 }, entry))
    return { state: 'sent', body: receipts.get(key) }
  }

  function process(entry: ChangeEntry): PostResult {
    const { method, id, body, version, key } = entry
    if (method === 'POST') return add(entry)
    const text = JSON.stringify([id, body])
    if (text.includes('new-')) throw new Error(`Sent too early: ${text}`)
    const song = songs.get(id)
    if (!song) return { state: 'refused', status: 404, problem: undefined }
    if (song.lastKey === key) return { state: 'sent', body: { song } }
    if (version !== song.version)
      return { state: 'refused', status: 412, problem: { current: song } as never }
    return { state: 'sent', body: write(song, entry) }
  }

  return {
    songs,
    writes,
    faults,
    async post(entry: ChangeEntry): Promise<PostResult> {
      await delay(latency)
      if (happens(faults.network)) return { state: 'unanswered', error: 'no connection' }
      if (happens(faults.network))
        return { state: 'postponed', status: 503, retryAfter: happens(0.5) ? 7_000 : undefined }
      if (happens(faults.token)) return { state: 'refused', status: 401, problem: undefined }
      const result = process(entry)
      await delay(latency)
      return happens(faults.network) ? { state: 'unanswered', error: 'lost' } : result
    },
  }
}

type Server = ReturnType<typeof createServer>

/** A phone with two tabs and a worker, on which a person changes songs. */
function createPhone(name: string, simulation: Simulation, server: Server, nextMark: () => number) {
  const { clock, delay, happens, random } = simulation
  let entries: ChangeEntry[] = []
  /** The songs as the phone has last received them. */
  let known: StoredSong[] = []
  /** The wrong time of the phone's clock, in milliseconds. */
  let skew = 0
  let keys = 0
  const session = { to: name, token: '' }
  /** Whether the form waits until a change is stored, or the page is loading. */
  let isBusy = false
  /** Tabs that were killed have no timers any more. */
  let generation = 0
  let lastFlush: Promise<unknown> = Promise.resolve()
  /** The conflicts with a write of this phone. */
  const needless: ChangeEntry[] = []
  /** The marks that the person saw in a field when changing it, or deciding about it, by the marks of the changes. */
  const seen = new Map<number, number[]>()
  const discarded = new Set<number>()
  const repeated = new Set<number>()
  const now = () => clock.now() + skew
  const newKey = () => {
    keys += 1
    return `${name}${keys}`
  }

  /** A transaction of the phone's storage. */
  async function change(work: () => { put?: readonly ChangeEntry[]; remove?: readonly string[] }) {
    await delay(storageTime)
    const { put = [], remove = [] } = work()
    const kept = entries.filter(({ key }) => !remove.includes(key))
    const changed = new Map(put.map((entry) => [entry.key, entry]))
    const stored = kept.map((entry) => changed.get(entry.key) ?? entry)
    const added = put.filter(({ key }) => !kept.some((entry) => entry.key === key))
    entries = [...stored, ...added].sort((one, other) => one.place - other.place)
    await delay(storageTime)
  }

  async function flush(trigger: FlushTrigger, born = generation) {
    if (born !== generation) return
    await flushEntries<ChangeEntry>(
      {
        async ready() {
          await delay(storageTime)
          return born === generation ? readyChanges(entries) : []
        },
        post: server.post,
        async settle(entry, result) {
          // The tab may be killed before it stores the result.
          if (born !== generation || happens(0.05)) return
          await change(() => {
            const isStored = entries.some(
              ({ key, state }) => key === entry.key && state === 'waiting',
            )
            if (!isStored) return {}
            const put = afterChange(entries, entry, result, now())
            const later = server.writes.filter(({ id }) => id === entry.id).slice(entry.version)
            const isOwn = later.length > 0 && later.every(({ phone }) => phone === name)
            // A record whose response was lost is in the list beside its waiting change, and may be changed there.
            const wasAdded = entries.some((one) => one.temporaryId && one.id === entry.id)
            if (isOwn && !wasAdded)
              needless.push(...put.filter(({ state, current }) => state === 'conflict' && current))
            return { put }
          })
        },
        now,
      },
      trigger,
    )
    const next = nextRetryAt(readyChanges(entries))
    if (next !== undefined) clock.after(Math.max(0, next - now()), () => void flush('timer', born))
  }

  /** Flushes like a tab of a secure page, which waits for the others, or like one without locks. */
  function flushSoon(trigger: FlushTrigger) {
    if (happens(0.3)) return void flush(trigger)
    lastFlush = lastFlush.then(() => flush(trigger))
  }

  function receive() {
    known = [...server.songs.values()]
    const shown = entries.filter(({ state }) => state === 'sent').map(({ key }) => key)
    void change(() => afterShown(entries, shown, now()))
  }

  /** A change of a song that the phone shows, or of a new one. */
  function nextChange(): { change: Change; mark: number } {
    // A song whose response was lost is in the list beside its waiting change, which has the song's place in the order.
    const isWaiting = ({ lastKey }: StoredSong) =>
      entries.some((one) => isUnsent(one) && one.key === lastKey)
    const shown = withChanges(
      known.filter((one) => !isWaiting(one)),
      entries,
      'song',
    )
    const song = happens(0.3) ? undefined : shown[Math.floor(random() * shown.length)]
    const id = song?._id ?? ''
    const other = entries.find((entry) => isNewId(entry.id) && entry.state !== 'sent')
    const mark = nextMark()
    seen.set(mark, [Number(song?.[fieldOf(mark)] ?? 0)])
    // As a form does, a change sends all fields, also those that it leaves as they were.
    const body = {
      ...Object.fromEntries(fields.map((field) => [field, song?.[field]])),
      [fieldOf(mark)]: mark,
      [mark]: song && other ? other.id : true,
    }
    const change: Change = {
      kind: 'song',
      id,
      method: song ? 'PUT' : 'POST',
      path: song ? `/api/songs/${id}` : '/api/songs',
      body,
      version: song?.version,
      label: id,
      preview: { ...song, ...body },
      original: song,
    }
    return { change, mark }
  }

  /** Adds or changes a song. As in `submitChange`, the change is sent at once if none waits, and is put into the queue if it
   * gets no response. */
  async function edit() {
    if (isBusy) return
    const { change: edited, mark } = nextChange()
    const key = newKey()
    const born = generation
    isBusy = true
    const isFirst = !entries.some(isUnsent) && !isNewId(edited.id)
    if (!isFirst || (await sendDirectly(edited, mark, key)))
      await change(() => {
        const { entry, replaced } = withChange(entries, key, edited, session)
        return { put: [entry], remove: replaced }
      })
    if (born === generation) isBusy = false
  }

  /** Sends a change at once, as a form does.
   * @returns whether there was no response, so that the change has to wait */
  async function sendDirectly(edited: Change, mark: number, key: string): Promise<boolean> {
    const born = generation
    const result = await server.post(withChange([], key, edited, session).entry)
    if (born === generation && (result.state === 'unanswered' || result.state === 'postponed'))
      return true
    const { song } = (result.state === 'sent' ? result.body : {}) as { song?: StoredSong }
    if (song && born === generation) known = [...known.filter(({ _id }) => _id !== song._id), song]
    // The person has seen an error message, or no result because the tab was killed: nothing was acknowledged.
    else discarded.add(mark)
    return false
  }

  /** Merges the changes of one song that conflict only with changes of other fields. */
  function merge() {
    void change(() => {
      const mergeable = unsentByRecord(entries).find((own) => mergedChange(own)?.overlaps === false)
      return mergeable?.[0] ? resolved(entries, mergeable[0], 'mine', newKey()) : {}
    })
  }

  /** Decides about a conflict. */
  function decide(choice: Winner) {
    const stuck = entries.find(({ state }) => state === 'conflict')
    if (!stuck) return false
    void change(() => {
      const own = unsentOf(entries, stuck)
      const decided = own.flatMap(({ body }) => marksOf(body))
      addAll(choice === 'mine' ? repeated : discarded, decided)
      if (choice === 'theirs') return resolved(entries, stuck, choice, newKey())
      // A deleted song is added again as the person sees it.
      for (const { preview } of own) addAll(repeated, marksOf(preview))
      const current = stuck.current as StoredSong | undefined
      for (const mark of decided) seen.get(mark)?.push(Number(current?.[fieldOf(mark)] ?? 0))
      return resolved(entries, stuck, choice, newKey())
    })
    return true
  }

  return {
    name,
    needless,
    seen,
    discarded,
    repeated,
    edit,
    decide,
    merge,
    receive,
    flushSoon,
    unsent: () => entries.filter(({ state }) => state !== 'sent'),
    jump(milliseconds: number) {
      skew = milliseconds
    },
    /** Ends all tabs and the worker; what is stored stays. The new page reads the songs before the person changes any. */
    restart() {
      generation += 1
      lastFlush = Promise.resolve()
      isBusy = true
      const born = generation
      clock.after(2 * latency, () => {
        if (born !== generation) return
        isBusy = false
        receive()
      })
    },
  }
}

/** Lets two people change songs on two phones over a bad network, and lets the network be well after that. */
async function simulate(seed: number) {
  const simulation = createSimulation(seed)
  const { happens, random } = simulation
  const server = createServer(simulation)
  let marks = 0
  const nextMark = () => {
    marks += 1
    return marks
  }
  const phones = ['A', 'B'].map((name) => createPhone(name, simulation, server, nextMark))
  let steps = 0
  Object.assign(server.faults, { network: 0.2, token: 0.05 })
  const actions: [probability: number, act: (phone: (typeof phones)[number]) => unknown][] = [
    [0.5, (phone) => phone.edit()],
    [0.6, (phone) => phone.flushSoon(happens(0.5) ? undefined : 'sync')],
    [0.3, (phone) => phone.receive()],
    [0.5, (phone) => phone.merge()],
    [0.2, (phone) => phone.decide(happens(0.5) ? 'mine' : 'theirs')],
    [0.05, (phone) => phone.restart()],
    [0.05, (phone) => phone.jump((random() - 0.5) * (happens(0.5) ? 2 * hour : 80 * day))],
  ]
  for (let round = 0; round < 30; round += 1) {
    for (const phone of phones)
      for (const [probability, act] of actions) if (happens(probability)) act(phone)
    const [deleted] = [...server.songs.keys()].filter(() => happens(0.02))
    if (deleted) server.songs.delete(deleted)
    steps += await simulation.run(random() * 5_000)
  }
  Object.assign(server.faults, { network: 0, token: 0 })
  // For more than an hour, the longest wait after a clock was set back.
  for (let round = 0; round < 40; round += 1) {
    for (const phone of phones) {
      phone.merge()
      phone.decide('theirs')
      phone.flushSoon(undefined)
    }
    steps += await simulation.run(hour / 20)
  }
  return { phones, server, marks, steps }
}

/** Whether a person has seen a mark before making a change of the same field, or an own change that this one replaces. */
const hasSeen = (seen: ReadonlyMap<number, number[]>, mark: number, former: number): boolean =>
  (seen.get(mark) ?? []).some((one) => one === former || (one < mark && hasSeen(seen, one, former)))

/** The marks of other phones that this phone has replaced without having seen them, and without having been asked. */
const writtenOver = (
  writes: readonly Write[],
  name: string,
  seen: ReadonlyMap<number, number[]>,
  asked: ReadonlySet<number>,
) =>
  writes
    .filter(({ phone }) => phone === name)
    .flatMap(({ replaced }) => replaced)
    // What merging takes from another person is not this person's change.
    .filter(({ mark, former }) => seen.has(mark) && !seen.has(former) && !asked.has(mark))
    .filter(({ mark, former }) => !hasSeen(seen, mark, former))

it('each change of two people on two phones is stored in order, or becomes a conflict for them', async () => {
  let steps = 0
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const { phones, server, marks, steps: taken } = await simulate(seed)
    steps += taken
    expect(phones.flatMap((phone) => phone.unsent())).toEqual([])
    expect(phones.flatMap((phone) => phone.needless)).toEqual([])
    const discarded = new Set(phones.flatMap((phone) => [...phone.discarded]))
    const repeated = new Set(phones.flatMap((phone) => [...phone.repeated]))
    const times = Map.groupBy(
      server.writes.flatMap((write) => write.marks),
      (mark) => mark,
    )
    for (let mark = 1; mark <= marks; mark += 1) {
      const count = times.get(mark)?.length ?? 0
      if (!discarded.has(mark)) expect([mark, count > 0]).toEqual([mark, true])
      if (!repeated.has(mark)) expect([mark, count <= 1]).toEqual([mark, true])
    }
    expect(
      phones.flatMap(({ name, seen }) => writtenOver(server.writes, name, seen, repeated)),
    ).toEqual([])
    const reverted = server.writes.flatMap((write) => write.reverted)
    expect(reverted.filter((mark) => !repeated.has(mark))).toEqual([])
    for (const { name } of phones)
      for (const id of server.songs.keys()) {
        const own = server.writes.filter((write) => write.id === id && write.phone === name)
        const order = own.flatMap((write) => write.marks).filter((mark) => !repeated.has(mark))
        expect(order).toEqual(order.toSorted((one, other) => one - other))
      }
  })
  while (steps < minSteps) await fc.assert(property, { numRuns: 20 })
})
