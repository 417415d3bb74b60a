import type { ImportResponse } from '../../../../api/contract/transfer'
import { callAdmin } from '../../../api-client/call'
import { conflictOf } from '../../../api-client/problem'

/** How the dates of a table are read: 31/12/2031 or 12/31/2031. */
export type DateOrder = 'dmy' | 'mdy'

/** A table to import. */
export interface Table {
  kind: 'shows' | 'songs'
  /** CSV, or lines with a record each. */
  text: string
  /** Empty if it is not known. */
  dates: DateOrder | ''
}

/** @param key the Idempotency-Key; without it, the rows are only checked */
const send = ({ kind, text, dates }: Table, key?: string): Promise<ImportResponse> =>
  callAdmin(`POST /api/admin/import/${kind}`, {
    body: text,
    headers: { 'content-type': 'text/csv', ...(key !== undefined && { 'idempotency-key': key }) },
    searchParams: { ...(key === undefined && { preview: '1' }), ...(dates && { dates }) },
  })

/** Checks the rows of a table without adding them. */
export const previewTable = (table: Table) => send(table)

/** Adds all records of a table, or none. */
export const importTable = (table: Table, key: string) => send(table, key)

/** Milliseconds for which an import can be undone. */
export const undoTime = 24 * 60 * 60_000

/** Removes the records that an import has added.
 * @returns what was done, for the person: an import can be undone once, and for a day */
export async function undoImport(id: string): Promise<string | { text: string; isHint: true }> {
  try {
    await callAdmin('POST /api/admin/import/{id}/undo', { parameters: { id } })
    return 'The import is undone.'
  } catch (error) {
    if (conflictOf(error)?.kind !== 'deleted') throw error
    return { text: 'This import can no longer be undone, or is undone already.', isHint: true }
  }
}

/** Records as CSV with a line of column names (RFC 4180). */
export function csvOf(names: readonly string[], records: readonly Record<string, string>[]) {
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`
  return [names.join(), ...records.map((one) => names.map((name) => cell(one[name])).join())].join(
    '\n',
  )
}
