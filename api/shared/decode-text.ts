/** Decodes a text file in UTF-8, in UTF-16 if it begins with its byte order mark, as Excel writes "Unicode Text", or, if it is
 * not valid UTF-8, in Windows-1252, in which Excel on Windows writes CSV. */
export function decodeText(bytes: Uint8Array | ArrayBuffer): string {
  const [one, other] = new Uint8Array(bytes)
  if (one === 0xff && other === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
