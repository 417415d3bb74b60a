import type { ObjectId } from 'mongodb'
import { type Representation, represent } from './representation'

/** What stands in a list by a name of its own. */
interface Item {
  _id: ObjectId
}

/** A list that everybody may read, held in memory: serialised once for each change, not for each reader. */
export interface Published<Kind extends Item, Value> {
  /** The list as of the last change. */
  items(): readonly Kind[]
  /** What is told of it. */
  value(): Value
  /** Changes whenever the value does. */
  version(): string
  /** 200 with the JSON, or 304; any Authorization header is ignored. */
  answer(request: Request): Response
  /** Takes in what was written just now, in the place of what had its name before: long lists need not be
   * read anew for that. */
  put(item: Kind): Promise<void>
  /** Takes out what was removed just now. */
  drop(id: ObjectId): Promise<void>
  /** Reads the list anew. Renewals that overlap end with the state after the last of them began. One
   * that fails is made up for later and fails nobody: what was written is written. */
  renew(): Promise<void>
}

interface Parts<Kind, Value> {
  read: () => Promise<readonly Kind[]>
  /** Whether one stands before another in what `read` finds. */
  isBefore: (one: Kind, other: Kind) => boolean
  present: (items: readonly Kind[]) => Value
  /** Told of a renewal that failed. */
  onError: (error: unknown) => void
}

const tryAgainAfter = 1_000

/** Publishes what `read` finds; the first reading is done when the promise is. */
export async function publish<Kind extends Item, Value>(
  parts: Parts<Kind, Value>,
): Promise<Published<Kind, Value>> {
  const { read, isBefore, present, onError } = parts
  let items: readonly Kind[] = []
  let value: Value
  let text = ''
  let representation: Representation

  function show(newItems: readonly Kind[]) {
    items = newItems
    value = present(items)
    const newText = JSON.stringify(value)
    if (newText === text) return
    text = newText
    representation = represent(text, {
      'content-type': 'application/json',
      'cache-control': 'public, no-cache',
    })
  }
  show(await read())

  let last: Promise<void> = Promise.resolve()
  /** One after the other: what was read before a change must not undo it. */
  function inTurn(work: () => void | Promise<void>) {
    last = last.then(work, work)
    return last
  }

  let nextTry: ReturnType<typeof setTimeout> | undefined
  const renew = () =>
    inTurn(async () => {
      clearTimeout(nextTry)
      try {
        show(await read())
      } catch (error) {
        onError(error)
        nextTry = setTimeout(renew, tryAgainAfter)
      }
    })
  const without = (id: ObjectId) => items.filter(({ _id }) => !_id.equals(id))

  return {
    items: () => items,
    value: () => value,
    version: () => representation.etag,
    answer: (request) => representation.answer(request),
    put: (item) =>
      inTurn(() => {
        const others = without(item._id)
        const place = others.findIndex((other) => isBefore(item, other))
        show(others.toSpliced(place === -1 ? others.length : place, 0, item))
      }),
    drop: (id) => inTurn(() => show(without(id))),
    renew,
  }
}
