/** Whether a response is not that of a public Wi-Fi, whose login page responds to every request with success, but with HTML
 * or after a redirect. */
export const isNotOfPortal = ({ redirected, headers }: Response): boolean =>
  !redirected && !headers.get('content-type')?.includes('html')

/** Whether a response is one of the API: JSON, or without content. */
export const isFromApi = ({ status, redirected, headers }: Response): boolean =>
  !redirected && (status === 204 || headers.get('content-type')?.includes('json') === true)
