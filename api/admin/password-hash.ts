import pLimit from 'p-limit'

// OWASP's minimum for argon2id (Password Storage Cheat Sheet); about 30 ms on a small server.
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

// Each hash takes 19 MiB of memory, so the number of concurrent hashes is limited.
const withPermit = pLimit(4)

export const hashPassword = (password: string) =>
  withPermit(() => Bun.password.hash(password, argon2id))

export const verifyPassword = (password: string, hash: string) =>
  withPermit(() => Bun.password.verify(password, hash))
