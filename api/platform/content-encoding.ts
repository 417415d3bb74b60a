/** Whether an Accept-Encoding header admits an encoding (RFC 9110, 12.5.3); `q=0` is a no. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name = '', quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}
