import { prefixes } from '../shared/site-map'

const uploaded = new RegExp(
  `^(?:${prefixes.pictures}/[\\da-f]{32}\\.jpg$|${prefixes.files}/[\\da-f]{24}/)`,
)

/** The addresses of uploaded pictures and files in the band's words, with the fields that contain them, such as
 * `members.2.photo`. */
export function uploadedAddresses(
  content: unknown,
  field = '',
): { field: string; address: string }[] {
  if (typeof content === 'string') {
    if (!uploaded.test(content)) return []
    // The form shows the error of a picture at the picture as a whole.
    const isPicture = content.startsWith(prefixes.pictures)
    return [{ field: isPicture ? field.replace(/\.src$/, '') : field, address: content }]
  }
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, value]) =>
    uploadedAddresses(value, field === '' ? name : `${field}.${name}`),
  )
}
