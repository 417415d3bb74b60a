import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** Bits of the authenticator's data (Web Authentication Level 3, 6.1). */
const [isPresent, isVerified, hasCredential] = [0x01, 0x04, 0x40]

/** A text of at most 23 bytes in CBOR (RFC 8949). */
const cborText = (text: string) => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)])
/** At least 24 and at most 65,535 bytes in CBOR. */
const cborBytes = (bytes: Uint8Array) =>
  bytes.length < 256
    ? Buffer.concat([Buffer.of(0x58, bytes.length), bytes])
    : Buffer.concat([Buffer.of(0x59, bytes.length >> 8, bytes.length & 255), bytes])

/** An authenticator with one passkey (ES256), as a phone has it.
 * @param origin of the pages on which it is used */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  /** The public key in COSE (RFC 9052): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  const coseKey = Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    cborBytes(Buffer.from(y, 'base64url')),
  ])

  function authenticatorData(more = Buffer.alloc(0)) {
    const flags = isPresent | isVerified | (more.length > 0 ? hasCredential : 0)
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), rest, more])
  }

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    create({ challenge }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
      const length = Buffer.of(0, id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.of(0xa0),
        cborText('authData'),
        cborBytes(authenticatorData(credential)),
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(attestation),
        },
      }
    },

    get({ challenge }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
      const data = authenticatorData()
      const json = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, sha256(json)])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(json),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, privateKey)),
        },
      }
    },
  }
}
