import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Only this many characters are estimated, because the time of the estimate grows with the length. */
const maxEstimatedLength = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded on first use, because its dictionaries take about 20 MB of memory. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: maxEstimatedLength,
  })
}

/** Why a password is too easy to guess, as a message for the user; undefined if it is not (OWASP ASVS 5.0, 6.2.4 and
 * 6.2.11). zxcvbn estimates the guesses that an attacker needs: fewer than a million are too few.
 * @param ownWords words that are easy to guess here: the names of the account and of the band */
export async function weaknessOf(password: string, ownWords: readonly string[]) {
  if (isMadeOf([...ownWords, 'admin', 'password'], password))
    return 'This password is too obvious: choose one without the band’s name, your user name, “admin” or “password”.'
  estimator ??= loadEstimator()
  const { score } = (await estimator).check(password.slice(0, maxEstimatedLength), [...ownWords])
  return score < 2
    ? 'This password is easy to guess: choose another, for example three unrelated words.'
    : undefined
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Whether the letters of a password consist only of these words, in any order and number. Digits and other characters
 * are ignored. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const obvious = words.map(lettersOf).filter((word) => word !== '')
  const rest = obvious
    .toSorted((one, other) => other.length - one.length)
    .reduce((letters, word) => letters.replaceAll(word, ''), lettersOf(password))
  return rest === '' && lettersOf(password) !== ''
}
