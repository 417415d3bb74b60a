import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Longer passwords are judged by their beginning: the time that the estimate takes grows with the length. */
const judgedLength = 64

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
    maxLength: judgedLength,
  })
}

/** Why a password is too easily guessed, as a sentence; undefined if it is not (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 * zxcvbn estimates the guesses: fewer than a million are too few.
 * @param ownWords what anybody would try first here: the names of the account and of the band */
export async function weaknessOf(
  password: string,
  ownWords: readonly string[],
): Promise<string | undefined> {
  if (isMadeOf([...ownWords, 'admin', 'password'], password))
    return 'This password is too obvious: choose one without the band’s name, your user name, “admin” or “password”.'
  estimator ??= loadEstimator()
  const { score } = (await estimator).check(password.slice(0, judgedLength), [...ownWords])
  return score < 2
    ? 'This password is easy to guess: choose another, for example three unrelated words.'
    : undefined
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Whether a password has no letters but those of these words, in any order and number, whatever digits and marks stand
 * around and in it. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const obvious = words.map(lettersOf).filter((word) => word !== '')
  const rest = obvious
    .toSorted((one, other) => other.length - one.length)
    .reduce((letters, word) => letters.replaceAll(word, ''), lettersOf(password))
  return rest === '' && lettersOf(password) !== ''
}
