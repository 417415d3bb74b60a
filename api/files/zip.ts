import { makeZip } from 'client-zip'

export interface ArchivedFile {
  name: string
  input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>
  lastModified: Date
}

/** Streams an archive (ZIP, APPNOTE 6.3.10) file by file, at a constant memory. Mp3s and JPEGs can't be compressed further,
 * so nothing is. */
export const zipOf = (files: AsyncIterable<ArchivedFile>): ReadableStream<Uint8Array> =>
  makeZip(files as Parameters<typeof makeZip>[0])

/** Makes the function that turns texts into names of files that every system accepts and that are not taken yet. */
export function fileNames() {
  const taken = new Set<string>()
  return function nameFor(text: string, ending: string): string {
    const plain =
      text
        .normalize('NFC')
        .replace(/[<>:"/\\|?*\p{Cc}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^\.+|[. ]+$/g, '')
        .slice(0, 100) || 'file'
    let name = `${plain}${ending}`
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${plain} (${copy})${ending}`
    taken.add(name.toLowerCase())
    return name
  }
}
