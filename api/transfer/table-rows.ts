import { type TObject, Type as t } from '@sinclair/typebox'
import { ShowBody } from '../contract/shows'
import { SongBody } from '../contract/songs'
import type { ImportRow } from '../contract/transfer'
import { Problem } from '../http/problem'
import { validateText } from '../http/validation'

/** One kind of records that can be imported. */
export interface Importable<Body> {
  /** The schema of a row (`rowOf`). */
  schema: TObject
  /** Only records with the same key can be the same show or song. */
  keyOf: (record: Body) => string
  /** Whether two records with the same key are the same show or song. */
  isSame: (one: Body, other: Body) => boolean
}

/** A row before it is checked, with the errors that were found while it was read. */
export type TableRow = Pick<ImportRow, 'line' | 'leftOut' | 'errors'> & { record: object }

/** The result of a check. */
export interface CheckedRows<Body> {
  rows: ImportRow[]
  /** The records to be added, with their places in the file, and with the ids that they have in an export, if no record has
   * them. */
  newRecords: { place: number; body: Body; id: string | undefined }[]
}

/** The schema of a row: the fields, and the column by which a record keeps its id when it is exported and imported elsewhere.
 * Other records refer to it, as set lists do to songs. */
export const rowOf = <Fields extends TObject>(fields: Fields) =>
  t.Composite([fields, t.Object({ _id: t.Optional(t.String()) })])

/** A line of a spreadsheet of shows, or of songs. */
export const ShowRow = rowOf(ShowBody)
export const SongRow = rowOf(SongBody)

const isId = (text: string) => /^[\da-f]{24}$/.test(text)

/** Checks the rows of a file.
 * @param present the records that are there already
 * @param formerIds the ids of deleted records, which no other record may get */
export function checkRows<Body extends object>(
  { schema, keyOf, isSame }: Importable<Body>,
  rows: readonly TableRow[],
  present: readonly (Body & { _id: string })[],
  formerIds: readonly string[],
): CheckedRows<Body> {
  /** The existing records and those of earlier rows, by key. The latter have the id that their row has in the file. */
  const known = Map.groupBy<string, Body & { _id: string; idInFile?: string }>(present, keyOf)
  const takenIds = new Set([...formerIds, ...present.map(({ _id }) => _id)])
  const newRecords: CheckedRows<Body>['newRecords'] = []
  const checked = rows.map(({ record, ...row }, place): ImportRow => {
    const valid = validated<Body & { _id?: string }>(schema, record)
    const invalidFields = valid instanceof Problem ? (valid.errors ?? []) : []
    if (valid instanceof Problem || row.errors)
      return { ...row, record, errors: [...(row.errors ?? []), ...invalidFields] }
    const { _id: id = '', ...fields } = valid
    const body = fields as unknown as Body
    const key = keyOf(body)
    const alike = known.get(key) ?? []
    // A spreadsheet may have changed the id.
    const keepsId = isId(id) && !takenIds.has(id)
    // Rows of an export with different ids are different records.
    const hasOtherId = ({ idInFile }: { idInFile?: string }) =>
      idInFile !== undefined && isId(id) && idInFile !== id
    const same = alike.find((one) => isSame(one, body) && !hasOtherId(one))
    if (same) return { ...row, record: body, duplicateOf: same._id }
    known.set(key, [...alike, { ...body, _id: '', idInFile: id }])
    newRecords.push({ place, body, id: keepsId ? id : undefined })
    takenIds.add(id)
    return { ...row, record: body }
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
