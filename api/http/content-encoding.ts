/** Whether an Accept-Encoding header accepts an encoding (RFC 9110, 12.5.3); `q=0` rejects it. */
export const acceptsEncoding = (header: string, encoding: string): boolean =>
  header.split(',').some((entry) => {
    const [name = '', quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
