/** Memoizes a function of an object. A result is cached as long as its object exists. */
export function memoize<Source extends object, Result>(work: (source: Source) => Result) {
  const results = new WeakMap<Source, Result>()
  return (source: Source): Result => {
    const known = results.get(source)
    if (known !== undefined) return known
    const result = work(source)
    results.set(source, result)
    return result
  }
}
