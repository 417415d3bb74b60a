/** Decodes a text file in UTF-8 or, if it is not valid UTF-8, in Windows-1252, in which Excel on Windows writes CSV. */
export function decodeText(bytes: Uint8Array | ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
