import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, hashesOf, removeNonce } from './content-security-policy'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

it('lets the program’s own scripts and styles stand, and none that came in with a text', () => {
  const rendered =
    '<meta property="csp-nonce" content="n1"/><script nonce="n1">own()</script><script>foreign()</script><script nonce="n2">guessed()</script><script nonce="n1" src="/a.js"></script><style nonce="n1">a{}</style><style>b{}</style>'
  const { html, inline } = removeNonce(rendered, 'n1')
  expect(inline).toEqual({ scripts: [hash('own()')], styles: [hash('a{}')] })
  expect(html).not.toContain('n1')
  const policy = contentSecurityPolicy({ inline, calls: [], frames: [] })
  expect(policy).toContain(`script-src 'self' ${hash('own()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('a{}')};`)
})

it('knows every script and style of a page of the build', () => {
  expect(
    hashesOf(
      '<script>a</script><script src="/b.js"></script><script id="c">c</script><style>d{}</style>',
    ),
  ).toEqual({ scripts: [hash('a'), hash('c')], styles: [hash('d{}')] })
})
