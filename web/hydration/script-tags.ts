import { loadAfterPaint, queueEvents, startPage } from './inline-script'

/** Milliseconds. */
const [timeout, linkTimeout] = [4_000, 400]

/** The script tags of the shell, which load the scripts at once.
 * @param scripts addresses, the entry first */
export function scriptTags([entry = '', ...others]: string[]): string {
  const preloads = others.map((address) => `<link rel="modulepreload" href="${address}">`)
  return `${preloads.join('')}<script type="module" src="${entry}"></script>`
}

/** The inline script of a server-rendered page, which loads the page's scripts when it has been painted.
 * @param nonce of the inline script (CSP Level 3) */
export function scriptsAfterPaint(scripts: string[], nonce = ''): string {
  const parameters = [loadAfterPaint, queueEvents, JSON.stringify(scripts), timeout, linkTimeout]
  return `<script nonce="${nonce}">(${startPage})(${parameters.join()})</script>`
}
