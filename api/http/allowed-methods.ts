interface PathWithMethod {
  method: string
  /** `{name}` matches one segment; paths that end in `*` are ignored. */
  path: string
}

/** Matches a path in any letter case, with or without a slash at the end; the groups are its parameters. */
export const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}/?$`, 'i')

/** Creates a function that returns the methods of a path, for the Allow header of a 405 (RFC 9110, 15.5.6). A path without
 * parameters takes precedence: `/music/upload` does not match `/music/{id}`. */
export function allowedMethods(routes: readonly PathWithMethod[]) {
  const patterns = routes
    .filter(({ path }) => !path.endsWith('*'))
    .map(({ method, path }) => ({
      method,
      isFixed: !path.includes('{'),
      pattern: patternOf(path),
    }))
  return (pathname: string): string[] => {
    const matching = patterns.filter(({ pattern }) => pattern.test(pathname))
    const fixed = matching.filter(({ isFixed }) => isFixed)
    const methods = new Set((fixed.length > 0 ? fixed : matching).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods].sort()
  }
}
