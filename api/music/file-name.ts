import { prefixes } from '../shared/site-map'

/** Makes a file name safe for paths and headers: the last segment of the sent path, composed (NFC), without control
 * characters, shortened to 200 characters without losing its extension. */
export function safeFileName(sent: string): string {
  const base = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = base.replace(/\p{Cc}/gu, '').trim()
  if (/^\.*$/.test(visible)) return 'track.mp3'
  const characters = [...visible]
  if (characters.length <= 200) return visible
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(visible)?.[0] ?? ''
  return characters.slice(0, 200 - ending.length).join('') + ending
}

/** The URL path of a stored file, which ends with the file's name. */
export const audioPath = (fileId: string, fileName: string) =>
  `${prefixes.audio}/${fileId}/${encodeURIComponent(fileName)}`
