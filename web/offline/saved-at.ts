/** The header of a saved response with the time when it was fetched, as an ISO 8601 instant. */
export const savedAtHeader = 'x-kept-at'

/** The name of the meta tag with the same time in a saved page: scripts can't read the headers of their own page. */
export const savedAtMeta = 'kept-at'
