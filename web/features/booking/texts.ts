/** The one word on success, wherever it is said. */
export const sentText = 'Thanks for contacting us! You will hear from us soon!'
