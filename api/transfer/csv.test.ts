import { Type as t } from '@sinclair/typebox'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, it } from 'vitest'
import { readCsv, toCsv } from './csv'

const schema = t.Object({
  title: t.String(),
  year: t.Optional(t.Integer()),
  isPublic: t.Optional(t.Boolean()),
  tags: t.Optional(t.Array(t.String())),
})

/** Whether a text is more than blanks. A row of blanks is no record. */
const isWritten = (text: string) => text.trim() !== ''

const record = fc.record(
  {
    // An empty cell is no value, and a lone carriage return is a line break in CSV.
    title: fc
      .array(
        fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('\n', '\r\n', '=')),
      )
      .map((parts) => parts.join(''))
      .filter(isWritten),
    year: fc.integer(),
    isPublic: fc.boolean(),
    tags: fc.array(fc.string(), { minLength: 1 }),
  },
  { requiredKeys: ['title'] },
)

it('what was written is read again, with every character', () => {
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const read = readCsv(schema, toCsv(schema, records)).rows.map((row) => row.record)
      expect(read).toEqual(records)
    }),
  )
})

it('column names are found below a title; rows without a text are left out', () => {
  const { rows } = readCsv(schema, 'Our songs 2031;;\n\nTitle;Year;\nAja;1977;\n;;\n', {
    positions: ['title', 'year'],
  })
  expect(rows).toEqual([{ line: 4, record: { title: 'Aja', year: 1977 } }])
})

it('of two columns for one field, the one with its own name is read, and the other one is reported', () => {
  const { rows, unknown } = readCsv(schema, 'Song,Title,Year\nPeg,Aja,1977', {
    aliases: { song: 'title' },
  })
  expect(rows.map(({ record }) => record)).toEqual([{ title: 'Aja', year: 1977 }])
  expect(unknown).toEqual(['Song'])
})

it('no cell starts a formula, also where a semicolon ends cells', () => {
  const part = fc.constantFrom(';', '\t', ' ', "'", '=', '+', '-', '@', 'a', '"')
  const title = fc
    .array(part, { minLength: 1 })
    .map((parts) => parts.join(''))
    .filter(isWritten)
  fc.assert(
    fc.property(title, (text) => {
      const [, line = ''] = toCsv(schema, [{ title: text }]).split('\r\n')
      const [first = '', ...others] = line.split(/[,;\t]/)
      expect(first).not.toMatch(/^"?[=+\-@]/)
      expect(others.filter((cell) => /^[" ]*[=+\-@]/.test(cell))).toEqual([])
      expect(readCsv(schema, toCsv(schema, [{ title: text }])).rows[0]?.record).toEqual({
        title: text,
      })
    }),
  )
})

it('another parser reads the same cells, apart from apostrophes', () => {
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const options = {
        header: true,
        delimiter: ',',
        skipEmptyLines: true,
      } as const
      const { data, errors } = papaparse.parse<Record<string, string>>(
        toCsv(schema, records),
        options,
      )
      expect(errors).toEqual([])
      // The export adds apostrophes before texts that look like formulas, so apostrophes are not compared.
      const plain = (row: object) => JSON.stringify(row).replaceAll("'", '')
      expect(data.map(plain)).toEqual(
        records.map((one) =>
          plain({
            title: one.title,
            year: `${one.year ?? ''}`,
            isPublic: `${one.isPublic ?? ''}`,
            tags: one.tags ? JSON.stringify(one.tags) : '',
          }),
        ),
      )
    }),
  )
})

it('no cell begins a formula', () => {
  const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', "'=1", 'Hi\n=1+1', 'Hi\r=1+1']
  const text = toCsv(
    schema,
    titles.map((title) => ({ title })),
  )
  expect(text.startsWith('\ufefftitle,')).toBe(true)
  for (const cell of text.split('\r\n').slice(1)) expect(cell).not.toMatch(/^"?[=+\-@\t]/)
  // A program that ends rows at any line break reads the same rows.
  const { data } = papaparse.parse<[string]>(text, { newline: '\n', delimiter: ',' })
  expect(data.map(([cell]) => cell.trim()).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
})

it('people write columns in any order and in capitals, and say yes and no', () => {
  expect(readCsv(schema, 'YEAR,"x, y",\n1964,y\n')).toEqual({
    rows: [{ line: 2, record: { year: 1964 } }],
    unknown: ['x, y'],
  })
  const { rows } = readCsv(
    schema,
    'Title,IsPublic,Tags\n"Two\nlines",no,"slow, blues"\n\nNext,Yes\n',
  )
  expect(rows).toEqual([
    { line: 2, record: { title: 'Two\nlines', isPublic: false, tags: ['slow', 'blues'] } },
    { line: 5, record: { title: 'Next', isPublic: true } },
  ])
})

it('a row’s line is where it begins, also after line breaks in cells', () => {
  const rows = ['"one\r\ntwo\r\n",x', 'three,"4\n5\r6"', '', 'seven,']
  const { rows: read } = readCsv(schema, `title,else\r\n${rows.join('\r\n')}`)
  expect(read.map(({ line }) => line)).toEqual([2, 5, 9])
})

it('a row with more cells than columns has an error, unless the further cells are empty', () => {
  const { rows } = readCsv(schema, 'title,year\nOne, two,1961\nThree,1963,, \n')
  expect(rows).toMatchObject([
    { line: 2, record: { title: 'One' }, errors: [{ field: 'row' }] },
    { line: 3, record: { title: 'Three', year: 1963 } },
  ])
  expect(rows[1]).not.toHaveProperty('errors')
  // A spreadsheet may add columns without names.
  const { rows: others } = readCsv(schema, 'title;year;;\nOne;1961;two;\n')
  expect(others[0]?.errors?.[0]?.message).toContain('a semicolon')
})

it('without names of columns, further cells belong to the last field', () => {
  const positions = ['title', 'tags']
  const { rows } = readCsv(schema, 'One, slow, blues, , loud\nTwo\n', { positions })
  expect(rows.map(({ record }) => record)).toEqual([
    { title: 'One', tags: ['slow', 'blues', 'loud'] },
    { title: 'Two' },
  ])
})

it('a column may have the name of a property of all objects', () => {
  expect(readCsv(schema, 'title,constructor,__proto__\nOne,a,b\n')).toEqual({
    rows: [{ line: 2, record: { title: 'One' } }],
    unknown: ['constructor', '__proto__'],
  })
})

it('each row may have a line end of its own', () => {
  const { rows } = readCsv(schema, 'title,year\r\nOne,1961\nTwo,1962\rThree,1963\r\n')
  expect(rows.map(({ record }) => record)).toEqual([
    { title: 'One', year: 1961 },
    { title: 'Two', year: 1962 },
    { title: 'Three', year: 1963 },
  ])
})

it('what is no CSV is refused', () => {
  expect(() => readCsv(schema, 'title\n"open')).toThrow(/not a CSV file/)
})

it('arbitrary text is read as rows or refused with 422', () => {
  const pieces = ['"', ',', ';', '\t', '\n', '\r\n', '\ufeff', 'title', 'year', 'x'.repeat(70_000)]
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(piece), (texts) => {
      try {
        for (const { line } of readCsv(schema, texts.join('')).rows) expect(line).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ name: 'Problem', status: 422 })
      }
    }),
  )
})
