import type { Route } from './route'

/** Creates functions that find a path among the known ones, in any letter case, with or without a slash at the end. A path without
 * parameters takes precedence: `/music/upload` does not match `/music/{id}`. Paths that end in `*` are ignored. */
export function knownPaths(routes: readonly Pick<Route, 'method' | 'path'>[]) {
  const patterns = routes
    .filter(({ path }) => !path.endsWith('*'))
    .map(({ method, path }) => ({
      method,
      path,
      isFixed: !path.includes('{'),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}/?$`, 'i'),
    }))

  function matching(pathname: string) {
    const found = patterns.filter(({ pattern }) => pattern.test(pathname))
    const fixed = found.filter(({ isFixed }) => isFixed)
    return fixed.length > 0 ? fixed : found
  }

  return {
    /** The methods of a path, for the Allow header (RFC 9110, 10.2.1). */
    methodsOf(pathname: string): string[] {
      const methods = new Set(matching(pathname).map(({ method }) => method))
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods].sort()
    },

    /** The canonical path for one that differs from it in letter case or by a slash at the end; undefined for every other path.
     * Parameters stay as they are. */
    canonicalOf(pathname: string): string | undefined {
      const found = matching(pathname).map(({ path, pattern }) => {
        const [, ...parameters] = pattern.exec(pathname) ?? []
        return path.replace(/\{\w+\}/g, () => parameters.shift() ?? '')
      })
      return found.includes(pathname) ? undefined : found[0]
    },
  }
}
