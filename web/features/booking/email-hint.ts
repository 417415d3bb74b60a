/** Domains at which many people have their mail. The last three are listed because each differs by one letter from another one. */
const commonDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'yahoo.ca',
  'icloud.com',
  'live.com',
  'live.ca',
  'rogers.com',
  'sympatico.ca',
  'bell.net',
  'mail.com',
  'email.com',
  'ymail.com',
]

/** Asks about an email address whose domain has no ending, or differs by one slip from a common one: a reply to it would be lost.
 * Empty for other addresses. */
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
  const mine = typed.slice(start, typed.length - end)
  const theirs = meant.slice(start, meant.length - end)
  const isSwapped = mine.length === 2 && theirs === `${mine[1]}${mine[0]}`
  return isSwapped || (mine.length <= 1 && theirs.length <= 1)
}
