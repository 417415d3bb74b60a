/** Bytes of a file, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Parses a Range header for a file (RFC 9110, 14.2).
 *
 * Returns `whole` if there is no header, or if it is ignored: another unit, a malformed header, or several ranges (for
 * which a server may send the whole file). An end past the file is clamped; a start past it, or a suffix of length 0,
 * is `unsatisfiable`. */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i.exec(header?.replaceAll(' ', '') ?? '')
  if (!match) return 'whole'
  const [, first, last, suffix] = match
  const start = first ? Number(first) : Math.max(0, size - Number(suffix))
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < start) return 'whole'
  return start > end ? 'unsatisfiable' : { start, end }
}

/** Whether a Range header applies: If-Range contains the file's strong entity tag, or is absent (RFC 9110, 13.1.5).
 * A date never matches, because these files have no Last-Modified. */
export const ifRangeHolds = (ifRange: string | null, entityTag: string | null) =>
  ifRange === null || ifRange.trim() === entityTag
