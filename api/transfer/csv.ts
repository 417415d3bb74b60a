import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import type { FieldError } from '../contract/problem'
import { invalidFile } from '../http/problem'

type Row = Record<string, unknown>

/** Spreadsheets evaluate a cell that begins with one of these characters (OWASP, CSV Injection). */
const formula = /^('*[=+\-@\t\r])/
/** Where lists are separated by semicolons, spreadsheets begin a cell after each semicolon or tab, also inside our cells. */
const innerFormula = /([;\t][ "]*)('*[=+\-@])/g

/** Lists and objects are JSON, everything else is its text. An apostrophe is put before each part of it that a spreadsheet would
 * evaluate. */
function toCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(formula, "'$1").replace(innerFormula, "$1'$2")
}

/** Removes the apostrophes that `toCell` has added. */
const withoutGuards = (cell: string) =>
  cell.replace(/([;\t][ "]*)'('*[=+\-@])/g, '$1$2').replace(/^'('*[=+\-@\t\r])/, '$1')

/** Formats records as CSV (RFC 4180) with a line of names, in UTF-8 with a byte order mark, without which Excel reads another
 * encoding. */
export const toCsv = (schema: TObject, records: readonly Row[]): string =>
  stringify(
    records.map((record) => Object.keys(schema.properties).map((name) => toCell(record[name]))),
    {
      header: true,
      columns: Object.keys(schema.properties),
      bom: true,
      record_delimiter: '\r\n',
      // A lone line break ends the row for many programs, and the next line could be a formula.
      quoted_match: /[\r\n]/,
    },
  )

/** The value of a cell; a text that can't be one stays a text, which the validation refuses. */
function fromCell(cell: string, schema: TSchema): unknown {
  const text = withoutGuards(cell)
  switch (schema[Kind]) {
    case 'Boolean':
      return { true: true, yes: true, false: false, no: false }[text.trim().toLowerCase()] ?? text
    case 'Integer':
    case 'Number':
      return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
    case 'Array':
    case 'Object':
      return fromJson(text) ?? text.split(',').map((item) => item.trim())
    default:
      return text
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The character between the cells: the most frequent one in the first line that is not in quotes. A tab comes from cells that
 * were copied from a spreadsheet. */
function delimiterOf(text: string): string {
  const [line = ''] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split('\n')
  const counts = [',', ';', '\t'].map((one) => ({ one, count: line.split(one).length }))
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).one
}

/** A typed or pasted line as CSV, whatever separates its cells.
 * @param usual the delimiter of the first line */
const csvOfLine = (cellsOf: NonNullable<Columns['cellsOf']>, usual: string) => (line: string) => {
  const clear = ['\t', usual].find((one) => one !== ',' && line.includes(one))
  const delimiter = clear ?? delimiterOf(line)
  const typed = delimiter === ',' ? cellsOf(line) : undefined
  const cells = typed ?? line.split(delimiter).map((cell) => cell.trim())
  return stringify([cells], { record_delimiter: '' })
}

/** Other names of columns, and the fields of lines without a line of names. */
interface Columns {
  aliases?: Readonly<Record<string, string>>
  positions?: readonly string[]
  /** The cells of a line that a person has typed, without column names; undefined if the line is to be split at its
   * delimiter. */
  cellsOf?: (line: string) => string[] | undefined
  /** The value of a cell that people write in another way than this site; undefined for one that is read by its field's type.
   * @param isExport whether the file is an export of this site, which has a column of ids */
  readCell?: (field: string, cell: string, isExport: boolean) => unknown
}

interface CsvRow {
  line: number
  record: Row
  errors?: FieldError[]
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
}

/** The error of a row with more cells than columns. Without it, a part of a cell that lacks its quotes would be lost. */
const tooManyCells = (delimiter: string): FieldError => ({
  field: 'row',
  message: `It has more cells than there are columns. A cell that contains a ${delimiterNames[delimiter]} must be in quotes.`,
})

/** The number of lines among which column names are looked for. */
const columnNamesWithin = 6
/** Rows of a file: far more than a band's shows or songs, so that every export can be imported. */
export const maxRows = 5_000

/** A column name in lower case; upload templates mark required columns with an asterisk. */
const plainName = (column: string) =>
  column
    .replace(/^\uFEFF/, '')
    .replace(/\*\s*$/, '')
    .trim()
    .toLowerCase()

/** The field of each column; undefined if it has none. If several columns name one field, it belongs to the column with the field's
 * own name, or else to the first. */
function columnsOf(header: readonly string[], fieldOf: ReturnType<typeof fieldFinder>) {
  const fields = header.map(fieldOf)
  return fields.map((field, index) => {
    const own = header.findIndex((name) => plainName(name) === field?.toLowerCase())
    return index === (own < 0 ? fields.indexOf(field) : own) ? field : undefined
  })
}

/** Makes the function that finds the field of a column name; undefined if there is none. */
function fieldFinder(schema: TObject, aliases: Readonly<Record<string, string>>) {
  const names = new Map(Object.keys(schema.properties).map((name) => [name.toLowerCase(), name]))
  const otherNames = new Map(Object.entries(aliases))
  return (column: string): string | undefined => {
    const name = plainName(column)
    return names.get(name) ?? names.get(otherNames.get(name)?.toLowerCase() ?? '')
  }
}

/** Removes a title above the column names, as many spreadsheets have one. Empty lines take its place, so that the line numbers stay
 * right. */
function withoutTitle(text: string, fieldOf: ReturnType<typeof fieldFinder>): string {
  const lines = text.split('\n')
  const filled = (line: string) =>
    line.split(delimiterOf(line)).filter((cell) => cell.trim() !== '').length
  const at = lines.slice(0, columnNamesWithin).findIndex((line) => filled(line) > 1)
  const above = lines.slice(0, Math.max(at, 0)).filter((line) => filled(line) > 0)
  const header = lines[at] ?? ''
  // A title in quotes may have several lines.
  const isTitle = above.length <= 1 && !above.join().includes('"')
  return isTitle && hasColumnNames(header, delimiterOf(header), fieldOf)
    ? [...lines.slice(0, at).fill(''), ...lines.slice(at)].join('\n')
    : text
}

/** Whether the first line names columns. A single column name among other cells may be a song's title or a venue. */
function hasColumnNames(text: string, delimiter: string, fieldOf: ReturnType<typeof fieldFinder>) {
  const [first = ''] = text.trimStart().split('\n')
  const cells = first.split(delimiter).map((cell) => fieldOf(cell.replaceAll('"', '')))
  const fields = cells.filter((field) => field !== undefined)
  return fields.length > 1 || (fields.length === 1 && cells.length === 1)
}

/** Converts typed or pasted lines, each of which may have its own separator, to CSV with commas. */
function csvOfLines(text: string, csvOf: (line: string) => string): string {
  let rows = 0
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      if (line.trim() === '') return ''
      rows += 1
      // The file is refused, so this row only has to be counted; reading it takes far longer.
      return rows > maxRows + 1 ? 'x' : csvOf(line)
    })
    .join('\n')
}

/** @returns the cells of each row, and the line at which it begins
 * @throws Problem 422 if a quoted cell does not end */
function parseCells(csv: string, delimiter: string): { line: number; cells: string[] }[] {
  try {
    const parsed = parse(csv, {
      bom: true,
      delimiter,
      // A file may have been put together from several, with different line ends.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // As in a venue called The 7" Bar.
      relax_quotes: true,
      info: true,
      raw: true,
      // One more than is accepted, and the line of names.
      to: maxRows + 2,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; raw: string; info: { lines: number } }[]
    // In a quoted cell, csv-parse counts a line break of two characters as two lines.
    let countedTwice = 0
    return parsed.map(({ record: cells, raw, info }) => {
      const breaks = raw.trim().match(/\r\n|\r|\n/g) ?? []
      countedTwice += breaks.filter((one) => one.length === 2).length
      return { line: info.lines - breaks.length - countedTwice, cells }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidFile('This is not a CSV file: a cell that begins with a quote must end with one.')
  }
}

/** Reads CSV, also with semicolons or tabs. The column names, in any letter case, are in the first line, or below a title. Without
 * them, the fields are those of `positions`. Unknown columns, empty cells and empty rows are ignored. Reading stops one or two rows after `maxRows`, so
 * that the caller can refuse a longer file.
 * @returns the records with the lines at which they begin, and the names of the unknown columns. A row with more cells than named
 * columns has an error; without names, further cells belong to the last field
 * @throws Problem 422 if it is not CSV */
export function readCsv(
  schema: TObject,
  text: string,
  {
    aliases = {},
    positions = [],
    cellsOf = () => undefined,
    readCell = () => undefined,
  }: Columns = {},
): { rows: CsvRow[]; unknown: string[] } {
  const fieldOf = fieldFinder(schema, aliases)
  const content = withoutTitle(text, fieldOf)
  const delimiter = delimiterOf(content)
  const hasNames = positions.length === 0 || hasColumnNames(content, delimiter, fieldOf)
  // A text with a quoted cell is parsed as a whole, because the cell may have several lines.
  const isTyped = !hasNames && !/(?:^|[,;\t]) *"(?:[^"]|"")*" *(?:[,;\t]|$)/m.test(content)
  const parsed = isTyped
    ? parseCells(csvOfLines(content, csvOfLine(cellsOf, delimiter)), ',')
    : parseCells(content, delimiter)
  const header = hasNames ? (parsed.shift()?.cells ?? []) : []
  const columns = hasNames ? columnsOf(header, fieldOf) : positions
  const isExport = columns.includes('_id')
  const width = hasNames ? header.findLastIndex((name) => name.trim() !== '') + 1 : positions.length

  function rowOf({ line, cells }: (typeof parsed)[number]): CsvRow {
    const more = cells.slice(width).filter((cell) => cell.trim() !== '')
    const last = [cells[width - 1], ...more].filter(Boolean).join(', ')
    const values = (hasNames ? cells : [...cells.slice(0, width - 1), last]).flatMap(
      (cell, index) => {
        const field = columns[index]
        if (field === undefined || cell === '') return []
        const type = schema.properties[field] as TSchema
        return [[field, readCell(field, cell, isExport) ?? fromCell(cell, type)]]
      },
    )
    return {
      line,
      record: Object.fromEntries(values),
      ...(hasNames && more.length > 0 && { errors: [tooManyCells(delimiter)] }),
    }
  }

  return {
    rows: parsed.map(rowOf),
    unknown: header.filter((name, index) => name.trim() !== '' && columns[index] === undefined),
  }
}
