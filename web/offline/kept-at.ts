/** On each answer that is kept: when it was got from the site, as an ISO 8601 instant. */
export const keptAtHeader = 'x-kept-at'

/** The same for a kept page, in its head: scripts can't read the headers of their own page. */
export const keptAtMeta = 'kept-at'
