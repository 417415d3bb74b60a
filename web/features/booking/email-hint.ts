/** Domains at which many people have their mail. The last ones are real, though one slip away from another. */
const commonDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.ca',
  'icloud.com',
  'live.ca',
  'live.com',
  'rogers.com',
  'sympatico.ca',
  'bell.net',
  'mail.com',
  'email.com',
  'ymail.com',
]

/** Asks about an email address that is valid but looks mistyped, because an answer to it would be lost: a domain without an ending,
 * or one slip away from a common one. Empty for other addresses. */
export function emailHint(email: string): string {
  const [, local = '', typed = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (local === '' || commonDomains.includes(typed)) return ''
  const meant = commonDomains.find(
    (domain) => isOneSlip(typed, domain) || domain === `${typed}.com`,
  )
  if (meant) return `Did you mean ${local}@${meant}?`
  return typed.includes('.') ? '' : `“${typed}” has no ending like .com. Is that right?`
}

/** Whether one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const [mine, theirs] = [typed, meant].map((text) => text.slice(start, text.length - end))
  const isSwapped = mine?.length === 2 && theirs === `${mine[1]}${mine[0]}`
  return isSwapped || (`${mine}`.length <= 1 && `${theirs}`.length <= 1)
}
