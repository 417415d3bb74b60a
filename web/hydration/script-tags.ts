import { begin } from './begin'

/** Milliseconds. */
const [patience, linkPatience] = [4_000, 400]

/** For a page that is worth nothing without its scripts. */
export function scriptTags([entry = '', ...others]: string[]): string {
  const preloads = others.map((address) => `<link rel="modulepreload" href="${address}">`)
  return `${preloads.join('')}<script type="module" src="${entry}"></script>`
}

/** For a page that the server rendered: its scripts come when it has been painted.
 * @param nonce stands at whatever the program itself writes */
export function scriptsAfterPaint(scripts: string[], nonce = ''): string {
  return `<script nonce="${nonce}">(${begin})(${JSON.stringify(scripts)},${patience},${linkPatience})</script>`
}
