import { randomInt } from 'node:crypto'

/** Capital letters without I, L and O, which look like digits. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'

const oneOf = (characters: string) => characters[randomInt(characters.length)]
const either = () => oneOf(letters + digits)

/** A short reference such as `FK-7Q2M`; there are 126 million. */
export const newReference = (): string =>
  `${oneOf(letters)}${oneOf(letters)}-${oneOf(digits)}${either()}${either()}${either()}`
