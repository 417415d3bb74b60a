const mostRemembered = 100
/** By encoding and header: browsers send few different ones, and reading them takes longer than the rest. */
const remembered = new Map<string, Map<string, boolean>>()

/** Whether an Accept-Encoding header admits an encoding (RFC 9110, 12.5.3); `q=0` is a no. */
export function acceptsEncoding(header: string, encoding: string): boolean {
  let answers = remembered.get(encoding)
  if (!answers || answers.size > mostRemembered) {
    answers = new Map()
    remembered.set(encoding, answers)
  }
  let answer = answers.get(header)
  if (answer === undefined) {
    answer = admits(header, encoding)
    answers.set(header, answer)
  }
  return answer
}

function admits(header: string, encoding: string) {
  return header.split(',').some((entry) => {
    const [name = '', quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}
