/** Whether a response can be one of the site. The login page of a public Wi-Fi responds to every request with success, too, but
 * with HTML or after a redirect. */
export const isFromSite = ({ redirected, headers }: Response): boolean =>
  !redirected && !headers.get('content-type')?.includes('html')

/** Whether a response is one of the API: JSON, or without content. */
export const isFromApi = ({ status, redirected, headers }: Response): boolean =>
  !redirected && (status === 204 || headers.get('content-type')?.includes('json') === true)
