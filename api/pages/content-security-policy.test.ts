import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, hashesOf, takeNonce } from './content-security-policy'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

it('lets the program’s own scripts run, and none that came in with a text', () => {
  const rendered =
    '<meta property="csp-nonce" content="n1"/><script nonce="n1">own()</script><script>foreign()</script><script nonce="n2">guessed()</script><script nonce="n1" src="/a.js"></script>'
  const { html, scripts } = takeNonce(rendered, 'n1')
  expect(scripts).toEqual([hash('own()')])
  expect(html).not.toContain('n1')
  const policy = contentSecurityPolicy({ scripts, calls: [], frames: [] })
  expect(policy).toContain(`script-src 'self' ${hash('own()')};`)
})

it('knows every script of a page of the build', () => {
  expect(
    hashesOf('<script>a</script><script src="/b.js"></script><script id="c">c</script>'),
  ).toEqual([hash('a'), hash('c')])
})
