/** Returns the header `X-XSRF-TOKEN` with the value of the cookie `XSRF-TOKEN` if the URL has the page's origin and the
 * cookie is set; otherwise no header. The names are the defaults of axios and Angular; this site's server sets no such
 * cookie, but a proxy in front of it may. */
export function xsrfHeader(url: string): Record<string, string> {
  if (new URL(url).origin !== location.origin) return {}
  const [, token = ''] = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie) ?? []
  const value = [decoded(token), token].find((text) => isHeaderValue(text))
  return value === undefined ? {} : { 'x-xsrf-token': value }
}

/** Whether a text consists of visible ASCII characters, as tokens do. Others would make the request fail. */
const isHeaderValue = (text: string) => /^[\x20-\x7e]*[\x21-\x7e]$/.test(text)

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
