import type { ImportRow } from '../../../../api/contract/transfer'

/** The lines of a text, each with its line break. As in the import, a line may end with CR, LF or both. */
export const linesOf = (text: string): string[] =>
  text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []

/** Splits a table into its rows without errors and its rows with errors. Both texts begin with the lines before the first row,
 * which name the columns. A text without rows is empty.
 * @param rows the lines at which the rows begin (1 for the first), in their order */
export function splitRows(
  text: string,
  rows: readonly Pick<ImportRow, 'line' | 'errors'>[],
): { right: string; wrong: string } {
  const lines = linesOf(text)
  const [first] = rows
  const head = lines.slice(0, (first?.line ?? 1) - 1)
  const part = (isWrong: boolean) => {
    const own = rows.flatMap(({ line, errors }, index) =>
      (errors !== undefined) === isWrong
        ? lines.slice(line - 1, (rows[index + 1]?.line ?? lines.length + 1) - 1)
        : [],
    )
    return own.length === 0 ? '' : [...head, ...own].join('')
  }
  return { right: part(false), wrong: part(true) }
}
