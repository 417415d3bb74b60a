import { createHash, randomInt } from 'node:crypto'

/** Letters and digits that are not mistaken for one another (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [count, groups, groupLength] = [10, 4, 4]

const newGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code of 80 random bits, such as `7Q2M-ABCD-0123-WXYZ`. */
export const newRecoveryCode = (): string => Array.from({ length: groups }, newGroup).join('-')

/** Ten codes. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, newRecoveryCode)

/** The stored form of a code. A fast digest is enough, because a code can't be guessed. People may type it in any case, with
 * or without its hyphens. */
export function recoveryHash(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest('base64url')
}
