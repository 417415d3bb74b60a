import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { importJWK, jwtVerify } from 'jose'
import type { PushMessage } from '../api/contract/push'
import type { Post } from '../api/push/post'

/** A browser's side of push messages. */
export interface TestBrowser {
  /** As `PushSubscription.toJSON` returns it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The messages that have arrived. */
  received: PushMessage[]
  /** The response to the following messages. */
  status: number
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) => {
  const prk = createHmac('sha256', salt).update(key).digest()
  return createHmac('sha256', prk).update(info).update(Buffer.of(1)).digest().subarray(0, length)
}

/** Lets site processes send their push messages to a function of this process.
 * @returns `variables` for their environment, and `stop` */
export function servePush(post: Post) {
  const server = Bun.serve({
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const status = await post({
        endpoint: request.headers.get('x-endpoint') ?? '',
        headers: Object.fromEntries(request.headers),
        body: Buffer.from(await request.arrayBuffer()),
      })
      return new Response(null, { status })
    },
  })
  const preload = join(import.meta.dirname, 'push-preload.ts')
  return {
    variables: { PUSH_SERVICE: server.url.href, BUN_OPTIONS: `--preload=${preload}` },
    stop: () => server.stop(true),
  }
}

/** The host name of the push service. */
export const pushHost = 'push.service.example'

/** Creates a push service with browsers of its own. It decrypts messages (RFC 8291 and 8188) and checks who signed them
 * (RFC 8292) without the library that the site uses. */
export function createPushService() {
  const browsers = new Map<string, TestBrowser & { decrypt: (body: Buffer) => string }>()
  /** The public keys of the senders, one for each accepted message. */
  const senders: string[] = []

  /** @param at the host name of the browser's push service */
  function addBrowser(at = pushHost): TestBrowser {
    const ecdh = createECDH('prime256v1')
    const publicKey = ecdh.generateKeys()
    const auth = randomBytes(16)
    const endpoint = `https://${at}/${randomBytes(12).toString('hex')}`
    const browser = {
      subscription: {
        endpoint,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      },
      received: [] as PushMessage[],
      status: 201,
      decrypt(body: Buffer) {
        const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
        const sender = body.subarray(21, 21 + keyLength)
        const sealed = body.subarray(21 + keyLength)
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
        const key = hkdf(auth, ecdh.computeSecret(sender), info, 32)
        const contentKey = hkdf(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
        const nonce = hkdf(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12)
        const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
        decipher.setAuthTag(sealed.subarray(-16))
        const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
        return padded.subarray(0, padded.lastIndexOf(2)).toString()
      },
    }
    browsers.set(endpoint, browser)
    return browser
  }

  /** Checks the sender of a message, and returns its public key. */
  async function verify(authorization: string): Promise<string> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      audience: `https://${pushHost}`,
    })
    if (!/^(https:|mailto:)/.test(String(payload.sub))) throw new Error('There is no contact.')
    return key
  }

  const post: Post = async ({ endpoint, headers, body }) => {
    const browser = browsers.get(endpoint)
    if (!browser) return 404
    if (browser.status !== 201) return browser.status
    const sent = new Headers(headers as Record<string, string>)
    senders.push(await verify(sent.get('authorization') ?? ''))
    if (!(Number(sent.get('ttl')) > 0)) return 400
    browser.received.push(JSON.parse(browser.decrypt(body)))
    return 201
  }

  return { addBrowser, post, senders }
}
