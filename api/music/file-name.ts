/** A file name as it may stand in a path and a header: the last part of whatever path the sender wrote,
 * composed (NFC), without control characters, and at most 200 characters with its ending kept. */
export function safeFileName(sent: string): string {
  const base = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/\p{Cc}/gu, '').trim()
  if (/^\.*$/.test(visible)) return 'track.mp3'
  const characters = [...visible]
  if (characters.length <= 200) return visible
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(visible)?.[0] ?? ''
  return characters.slice(0, 200 - ending.length).join('') + ending
}

/** The address of a stored file; it ends in the file's name. */
export const audioPath = (fileId: string, fileName: string) =>
  `/audio/${fileId}/${encodeURIComponent(fileName)}`
