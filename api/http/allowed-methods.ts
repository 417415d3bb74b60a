interface PathWithMethod {
  method: string
  /** With `{name}` for one segment; paths that end in `*` are left out. */
  path: string
}

/** Makes the function that returns the methods of a path, for 405 with Allow (RFC 9110, 15.5.6). */
export function allowedMethods(routes: readonly PathWithMethod[]) {
  const patterns = routes
    .filter(({ path }) => !path.endsWith('*'))
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }))
  return (pathname: string): string[] => {
    const methods = new Set(
      patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method),
    )
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
