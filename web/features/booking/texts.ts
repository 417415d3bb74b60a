/** The success message, shared by the booking form and `useOutboxNews`. */
export const sentText = 'Thanks for contacting us! You will hear from us soon!'
