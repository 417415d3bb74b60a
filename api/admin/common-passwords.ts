let commonest: Promise<Set<string>> | undefined

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** The 10,000 commonest passwords, most of them from breaches, as zxcvbn-ts ranks them; read when first
 * asked for, for that is seldom. */
async function readCommonest(): Promise<Set<string>> {
  const { default: ranked } = await import('@zxcvbn-ts/language-common/src/passwords.json')
  return new Set(ranked.slice(0, 10_000))
}

/** Whether a password is among the first that anybody would try, in whatever letter case (OWASP ASVS 5.0,
 * 6.2.4). */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= readCommonest()
  return (await commonest).has(password.toLowerCase())
}

/** Whether a password is but one of these words, whatever digits and marks stand around and in it (OWASP ASVS
 * 5.0, 6.2.11). */
export const isMadeOf = (words: readonly string[], password: string) =>
  [...words, 'admin', 'password'].some((word) => lettersOf(word) === lettersOf(password))
