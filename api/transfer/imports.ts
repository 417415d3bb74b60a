import type { TObject } from '@sinclair/typebox'
import type { ImportResponse, ImportRow } from '../contract/transfer'
import { Problem } from '../http/problem'
import { validateText } from '../http/validation'

/** One kind of records that can be imported. */
export interface Importable<Body> {
  schema: TObject
  /** Only records with the same key can be the same show or song. */
  keyOf: (record: Body) => string
  /** Whether two records with the same key are the same show or song. */
  isSame: (one: Body, other: Body) => boolean
  /** The records that are there already. */
  present: () => readonly (Body & { _id: string })[]
  /** @param rows the records, with their places in the file */
  add: (rows: readonly { place: number; body: Body }[]) => Promise<unknown>
}

const maxRows = 1_000

/** Checks the rows of a file and, unless it is a preview, adds those that are not there already.
 * @throws Problem 422 with the rows if any of them has errors; then nothing was added */
export async function importRows<Body extends object>(
  { schema, keyOf, isSame, present, add }: Importable<Body>,
  rows: readonly { line: number; record: object }[],
  isPreview: boolean,
): Promise<ImportResponse> {
  if (rows.length > maxRows) throw new Problem(422, `A file may have at most ${maxRows} rows.`)
  const known = Map.groupBy<string, Body & { _id: string }>(present(), keyOf)
  const added: { place: number; body: Body }[] = []
  const checked = rows.map(({ line, record }, place): ImportRow => {
    const valid = validated<Body>(schema, record)
    if (valid instanceof Problem) return { line, record, errors: valid.errors ?? [] }
    const key = keyOf(valid)
    const alike = known.get(key) ?? []
    const same = alike.find((one) => isSame(one, valid))
    if (same) return { line, record: valid, duplicateOf: same._id }
    known.set(key, [...alike, { ...valid, _id: '' }])
    added.push({ place, body: valid })
    return { line, record: valid }
  })
  const hasErrors = checked.some(({ errors }) => errors !== undefined)
  const skipped = checked.filter(({ duplicateOf }) => duplicateOf !== undefined).length
  const result = { rows: checked, added: added.length, skipped }
  if (isPreview) return result
  if (hasErrors)
    throw new Problem(422, 'Some rows are not as they must be. Nothing was added.', {
      members: result,
    })
  if (added.length > 0) await add(added)
  return result
}

function validated<Body>(schema: TObject, record: object): Body | Problem {
  try {
    return validateText(schema, record) as Body
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
