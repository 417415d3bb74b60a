/** The success message, shared by the booking form and `OutboxNews`. */
export const sentText = 'Thanks for contacting us! You will hear from us soon!'

/** What the band calls the sent messages; an empty text if it is not known. */
export const referenceText = (references: readonly string[]): string =>
  references.length > 0 ? `Your reference: ${references.join(', ')}.` : ''
