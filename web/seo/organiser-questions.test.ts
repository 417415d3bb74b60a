import { expect, it } from 'vitest'
import { site as content } from '../content/site'
import { organiserQuestions } from './organiser-questions'

const questionsOf = (band: Parameters<typeof organiserQuestions>[0]) =>
  (
    organiserQuestions(band, 'https://band.example').mainEntity as unknown as { name: string }[]
  ).map(({ name }) => name)

it('organisers’ questions are answered as far as the band has filled in the answers', () => {
  expect(questionsOf(content)).toHaveLength(11)
  const { name, shortName, timeZone, colours } = content
  expect(questionsOf({ name, shortName, timeZone, colours })).toEqual([
    'Are you free on our date?',
    'What do you play?',
    'Where can we hear you?',
  ])
})
