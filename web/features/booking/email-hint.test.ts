import { expect, it } from 'vitest'
import { emailHint } from './email-hint'

it.each([
  ['Pat@gmial.com', 'Did you mean pat@gmail.com?'],
  ['pat@gmail.con', 'Did you mean pat@gmail.com?'],
  ['pat@live.co', 'Did you mean pat@live.com?'],
  ['pat@gmail.co', 'Did you mean pat@gmail.com?'],
  ['pat@hotmaill.com', 'Did you mean pat@hotmail.com?'],
  ['margaret@example', '“example” has no ending like .com. Is that right?'],
  ['pat@gmail', 'Did you mean pat@gmail.com?'],
  ['pat@gmail.com', ''],
  ['pat@ymail.com', ''],
  ['pat@hotmail.co.uk', ''],
  ['pat@example.org', ''],
  ['pat@', ''],
  ['', ''],
])('of %s, asks: %s', (email, question) => {
  expect(emailHint(email)).toBe(question)
})
