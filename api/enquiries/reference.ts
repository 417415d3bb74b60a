import { randomInt } from 'node:crypto'

/** Letters that are not mistaken for one another or for digits, also on the phone. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'

const oneOf = (characters: string) => characters[randomInt(characters.length)]
const either = () => oneOf(letters + digits)

/** A reference that is easy to say on the phone, such as `FK-7Q2M`: one of 68 million. */
export const newReference = (): string =>
  `${oneOf(letters)}${oneOf(letters)}-${oneOf(digits)}${either()}${either()}${either()}`
