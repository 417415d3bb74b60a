import { expect, it } from 'vitest'
import { listed } from './listed'

it.each(['conjunction', 'disjunction'] as const)('joins texts as Intl does: %s', (type) => {
  const format = new Intl.ListFormat('en', { type })
  for (const count of [0, 1, 2, 3, 4]) {
    const texts = ['shows', 'tracks', 'songs', 'videos'].slice(0, count)
    expect(listed(texts, type === 'conjunction' ? 'and' : 'or')).toBe(format.format(texts))
  }
})
