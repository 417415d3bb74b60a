import type { Enquiry } from '../../../api/contract/enquiries'

/** Finds a telephone number in a text and returns it as written. Dates and prices have too few digits or other
 * separators. */
export function phoneIn(text: string): string | undefined {
  const candidates = text.match(/\+?\(?\d[\d\s().-]{7,18}\d/g) ?? []
  return candidates.find((candidate) => {
    const digits = candidate.replace(/\D/g, '').length
    return digits >= 10 && digits <= 15
  })
}

/** The `tel:` URL of a phone number (RFC 3966). */
export const callAddress = (phone: string) =>
  `tel:${phone.startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`

/** The `mailto:` URL of a reply that quotes the enquiry (RFC 6068). */
export function replyAddress({ name, email, message }: Enquiry, bandName: string): string {
  const quoted = message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')
  const subject = encodeURIComponent(`Your message to ${bandName}`)
  const body = encodeURIComponent(`Hi ${name},\r\n\r\n\r\n\r\n${quoted}\r\n`)
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}&body=${body}`
}
