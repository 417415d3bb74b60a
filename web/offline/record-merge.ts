/** How changes of a record are combined: pure functions. */

/** A record as a request changes it; an empty text clears a field. */
export const previewOf = <Kind extends object, Body extends object>(record: Kind, body: Body) =>
  Object.fromEntries(
    Object.entries({ ...record, ...body }).filter(
      // `waiting` is the mark of the list.
      ([name, value]) => value !== '' && name !== 'waiting',
    ),
  ) as Kind & Body

/** Whose value is taken where both have changed one. */
export type Winner = 'mine' | 'theirs'

/** Merges two changes of one value: a change by only one person is kept.
 * @returns the value, and whether both have changed it to different values; then it is mine */
export function mergeValue<Value>(
  before: Value,
  mine: Value,
  theirs: Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): { value: Value; overlaps: boolean } {
  const isMine = !isSame(mine, before)
  const isTheirs = !isSame(theirs, before)
  return { value: isMine ? mine : theirs, overlaps: isMine && isTheirs && !isSame(mine, theirs) }
}

/** Merges the body of a request into a newer version of its record, each field like `mergeValue`. A field that the record has no
 * longer, and that the request does not change, is left out.
 * @param original the record on which the body is based */
export function mergeBody(original: object, body: object, current: object, winner?: Winner) {
  const [before, theirs] = [original, current] as Record<string, unknown>[]
  const merged = Object.entries(body).map(([name, mine]) => {
    const other = theirs?.[name]
    const { value, overlaps } = mergeValue<unknown>(before?.[name], mine, other, isSameField)
    return { name, value: overlaps && winner === 'theirs' ? other : value, overlaps }
  })
  const kept = merged.filter(({ value }) => value !== undefined)
  return {
    body: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
    overlaps: merged.some(({ overlaps }) => overlaps),
  }
}

/** Whether a request changes its record. */
export const hasEffect = (body: object, record: object): boolean =>
  Object.entries(body).some(
    ([name, value]) => !isSameField(value, (record as Record<string, unknown>)[name]),
  )

/** Whether two values are stored alike. An empty text clears a field, and texts are trimmed. */
const isSameField = (one: unknown, other: unknown) => storedText(one) === storedText(other)

const storedText = (value: unknown = '') => {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
  return text === '[]' ? '' : text
}
