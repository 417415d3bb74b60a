const maxMemoized = 100
/** Results by encoding and header. Browsers send few different headers, and parsing them is comparatively slow. */
const memoized = new Map<string, Map<string, boolean>>()

/** Whether an Accept-Encoding header accepts an encoding (RFC 9110, 12.5.3); `q=0` rejects it. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  let results = memoized.get(encoding)
  if (!results || results.size > maxMemoized) {
    results = new Map()
    memoized.set(encoding, results)
  }
  let result = results.get(header)
  if (result === undefined) {
    result = admits(header, encoding)
    results.set(header, result)
  }
  return result
}

function admits(header: string, encoding: string) {
  return header.split(',').some((entry) => {
    const [name = '', quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}
