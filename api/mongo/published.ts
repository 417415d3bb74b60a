import type { ObjectId } from 'mongodb'
import { type Representation, represent } from '../http/representation'
import type { Secure } from '../http/security-headers'

/** What stands in a list by a name of its own. */
interface Item {
  _id: ObjectId
}

/** A list that everybody may read, held in memory: serialised once for each change, not for each reader. */
export interface Published<Kind extends Item, Told> {
  /** The list as of the last change. */
  items(): readonly Kind[]
  /** What stands in it by this name: its id in hexadecimal. */
  find(name: string): Kind | undefined
  /** What is told of it. */
  told(): Told[]
  /** Changes whenever that does. */
  version(): number
  /** 200 with the JSON, or 304; any Authorization header is ignored. */
  answer(request: Request): Response
  /** Writes, and tells the list what was written. One write comes after the other, so that what is published is what
   * was written last, whatever order the database answers in; and long lists need not be read anew for it. */
  write<Result>(work: (list: ListChanges<Kind>) => Promise<Result>): Promise<Result>
  /** Reads the list anew. Renewals that overlap end with the state after the last of them began. One
   * that fails is made up for later and fails nobody: what was written is written. */
  renew(): Promise<void>
  /** Makes up for nothing any more. */
  stop(): void
}

export interface ListChanges<Kind> {
  /** Takes an item in at its place, instead of what had its name before. */
  put(item: Kind): void
  drop(id: ObjectId): void
}

interface Parts<Kind, Told> {
  /** What the list is called in its JSON. */
  name: string
  read: () => Promise<readonly Kind[]>
  /** Whether one stands before another in what `read` finds. */
  isBefore: (one: Kind, other: Kind) => boolean
  /** What is told of each. */
  present: (item: Kind) => Told
  secure: Secure
  /** Told of a renewal that failed. */
  onError: (error: unknown) => void
}

interface Entry<Kind, Told> {
  item: Kind
  /** All of it, by which a change is known. */
  whole: string
  told: Told
  text: string
}

const renewAfter = 1_000
/** Milliseconds after a write in which its answer is sent, and often the next write comes. */
const quietAfter = 100

/** Publishes what `read` finds; the first reading is done when the promise is. */
export async function publish<Kind extends Item, Told>(
  parts: Parts<Kind, Told>,
): Promise<Published<Kind, Told>> {
  const { name, read, isBefore, present, secure, onError } = parts
  const headers = secure(
    new Headers({ 'content-type': 'application/json', 'cache-control': 'public, no-cache' }),
  )
  let entries: readonly Entry<Kind, Told>[] = []
  /** The same by name: a long list is not gone through for one item. */
  let byName = new Map<string, Entry<Kind, Told>>()
  let version = 0
  let representation: Representation | undefined

  function entryOf(item: Kind, whole = JSON.stringify(item)): Entry<Kind, Told> {
    const told = present(item)
    return { item, whole, told, text: JSON.stringify(told) }
  }

  let soon: ReturnType<typeof setTimeout> | undefined
  function show(newEntries: readonly Entry<Kind, Told>[]) {
    entries = newEntries
    version += 1
    representation = undefined
    // Whoever wrote does not wait for it, and who asks in between makes it at once.
    clearTimeout(soon)
    soon = setTimeout(represented, quietAfter)
  }

  function showAll(newEntries: readonly Entry<Kind, Told>[]) {
    const isSame =
      newEntries.length === entries.length &&
      newEntries.every((entry, index) => entry === entries[index])
    if (isSame) return
    byName = new Map(newEntries.map((entry) => [nameOf(entry.item._id), entry]))
    show(newEntries)
  }

  function represented(): Representation {
    const texts = () => entries.map(({ text }) => text).join(',')
    representation ??= represent(`{${JSON.stringify(name)}:[${texts()}]}`, headers)
    return representation
  }

  /** What has not changed stays what it was, with all that was made of it. */
  async function readEntries() {
    const items = await read()
    const known = new Map(entries.map((entry) => [entry.whole, entry]))
    return items.map((item) => {
      const whole = JSON.stringify(item)
      return known.get(whole) ?? entryOf(item, whole)
    })
  }
  showAll(await readEntries())

  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: what was read before a change must not undo it. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }

  let later: ReturnType<typeof setTimeout> | undefined
  function renewLater() {
    clearTimeout(later)
    later = setTimeout(renew, renewAfter)
  }

  let waiting: Promise<void> | undefined
  function renew() {
    waiting ??= inTurn(async () => {
      waiting = undefined
      clearTimeout(later)
      try {
        showAll(await readEntries())
      } catch (error) {
        onError(error)
        renewLater()
      }
    })
    return waiting
  }

  function without(id: ObjectId) {
    const known = byName.get(nameOf(id))
    return known ? entries.toSpliced(entries.indexOf(known), 1) : entries
  }
  function drop(id: ObjectId) {
    const others = without(id)
    if (byName.delete(nameOf(id))) show(others)
  }
  function put(item: Kind) {
    const others = without(item._id)
    const entry = entryOf(item)
    byName.set(nameOf(item._id), entry)
    show(others.toSpliced(placeOf(item, others, isBefore), 0, entry))
  }

  return {
    items: () => entries.map(({ item }) => item),
    find: (name) => byName.get(name)?.item,
    told: () => entries.map(({ told }) => told),
    version: () => version,
    answer: (request) => represented().answer(request),
    write: (work) =>
      inTurn(async () => {
        try {
          return await work({ put, drop })
        } catch (error) {
          // The database may have done it all the same, or the list be behind.
          renewLater()
          throw error
        }
      }),
    renew,
    stop() {
      clearTimeout(later)
      clearTimeout(soon)
    },
  }
}

const nameOf = (id: ObjectId) => id.toHexString()

/** Where an item belongs in a list that is in order, found by halving. */
function placeOf<Kind>(
  item: Kind,
  entries: readonly { item: Kind }[],
  isBefore: (one: Kind, other: Kind) => boolean,
): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = entries[middle]
    if (other && isBefore(item, other.item)) high = middle
    else low = middle + 1
  }
  return low
}
