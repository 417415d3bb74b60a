let commonest: Promise<Set<string>> | undefined

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
