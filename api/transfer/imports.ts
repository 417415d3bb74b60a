import type { TObject } from '@sinclair/typebox'
import type { ImportRow } from '../contract/transfer'
import { Problem } from '../http/problem'
import { validateText } from '../http/validation'

/** One kind of records that can be imported. */
export interface Importable<Body> {
  schema: TObject
  /** Only records with the same key can be the same show or song. */
  keyOf: (record: Body) => string
  /** Whether two records with the same key are the same show or song. */
  isSame: (one: Body, other: Body) => boolean
}

/** The result of a check. */
export interface CheckedRows<Body> {
  rows: ImportRow[]
  /** The records to be added, with their places in the file. */
  newRecords: { place: number; body: Body }[]
}

const maxRows = 1_000

/** Checks the rows of a file.
 * @param present the records that are there already
 * @throws Problem 422 if there are too many rows */
export function checkRows<Body extends object>(
  { schema, keyOf, isSame }: Importable<Body>,
  rows: readonly { line: number; record: object }[],
  present: readonly (Body & { _id: string })[],
): CheckedRows<Body> {
  if (rows.length > maxRows) throw new Problem(422, `A file may have at most ${maxRows} rows.`)
  const known = Map.groupBy<string, Body & { _id: string }>(present, keyOf)
  const newRecords: { place: number; body: Body }[] = []
  const checked = rows.map(({ line, record }, place): ImportRow => {
    const valid = validated<Body>(schema, record)
    if (valid instanceof Problem) return { line, record, errors: valid.errors ?? [] }
    const key = keyOf(valid)
    const alike = known.get(key) ?? []
    const same = alike.find((one) => isSame(one, valid))
    if (same) return { line, record: valid, duplicateOf: same._id }
    known.set(key, [...alike, { ...valid, _id: '' }])
    newRecords.push({ place, body: valid })
    return { line, record: valid }
  })
  return { rows: checked, newRecords }
}

function validated<Body>(schema: TObject, record: object): Body | Problem {
  try {
    return validateText(schema, record) as Body
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
