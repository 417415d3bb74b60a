import { Type as t } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { checkRows, rowOf } from './table-rows'

const songs = {
  schema: rowOf(t.Object({ title: t.String() })),
  keyOf: ({ title }: { title: string }) => title,
  isSame: () => true,
}
const ids = ['a'.repeat(24), 'b'.repeat(24)]
const rowsOf = (...given: (string | undefined)[]) =>
  given.map((_id, index) => ({ line: index, record: { title: 'Aja', ...(_id && { _id }) } }))
const added = (rows: ReturnType<typeof rowsOf>, formerIds: string[] = []) =>
  checkRows(songs, rows, [], formerIds).newRecords.map(({ id }) => id)

it('rows with ids of their own are different records, also if these ids are taken', () => {
  expect(added(rowsOf(...ids))).toEqual(ids)
  expect(added(rowsOf(...ids), ids)).toEqual([undefined, undefined])
})

it('a row that is repeated, or has no id, is a duplicate', () => {
  expect(added(rowsOf(ids[0], ids[0]))).toEqual([ids[0]])
  expect(added(rowsOf(undefined, undefined))).toEqual([undefined])
})
