/** Whether a response is one of the API: JSON, or without content. The login page of a public Wi-Fi responds to
 * every request with success, too, but with HTML or after a redirect. */
export const isFromApi = ({ status, redirected, headers }: Response): boolean =>
  !redirected && (status === 204 || headers.get('content-type')?.includes('json') === true)
