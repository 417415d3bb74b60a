/** Makes a file name safe for paths and headers: the last segment of the sent path, composed (NFC), without control
 * characters, shortened to 200 characters without losing its extension.
 * @param otherwise the name if nothing of the sent one can be used */
export function safeFileName(sent: string, otherwise: string): string {
  const base = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/\p{Cc}/gu, '').trim()
  if (/^\.*$/.test(visible)) return otherwise
  const characters = [...visible]
  if (characters.length <= 200) return visible
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(visible)?.[0] ?? ''
  return characters.slice(0, 200 - ending.length).join('') + ending
}

/** The URL path of a stored file, which ends with the file's name. */
export const filePath = (prefix: string, fileId: string, fileName: string) =>
  `${prefix}/${fileId}/${encodeURIComponent(fileName)}`
