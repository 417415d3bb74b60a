interface Route {
  method: string
  path: string
}

/** Which methods a path knows, for 405 with Allow (RFC 9110, 15.5.6).
 * @param routes patterns with `:name` for one segment; wildcards are left out, and OPTIONS, which belongs to CORS */
export function methodTable(routes: Route[]) {
  const patterns = routes
    .filter(({ method, path }) => !path.endsWith('*') && method !== 'OPTIONS')
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(
        `^${path.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`,
        'i',
      ),
    }))
  return (pathname: string): string[] => {
    const methods = new Set(
      patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method),
    )
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
