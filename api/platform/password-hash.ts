// OWASP's minimum for argon2id (Password Storage Cheat Sheet); about 30 ms on a small server.
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const atOnce = 4

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes 19 MiB, so a crowd at the login must queue. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string) =>
  inTurn(() => Bun.password.hash(password, argon2id))

export const verifyPassword = (password: string, hash: string) =>
  inTurn(() => Bun.password.verify(password, hash))
