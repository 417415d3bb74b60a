import { expect, it } from 'vitest'
import { splitRows } from './split-rows'

const errors = [{ field: 'date', message: 'This is no date.' }]

it('rows of several lines stay whole, and both parts have the names of the columns', () => {
  const text = 'date,venue\n2031-05-01,"Two\nlines"\nsoon,Barn\n2031-05-02,Hall\n'
  const rows = [{ line: 2 }, { line: 4, errors }, { line: 5 }]
  expect(splitRows(text, rows)).toEqual({
    right: 'date,venue\n2031-05-01,"Two\nlines"\n2031-05-02,Hall\n',
    wrong: 'date,venue\nsoon,Barn\n',
  })
})

it('a line may end with CR, LF or both', () => {
  const rows = [{ line: 2 }, { line: 4, errors }, { line: 5 }]
  expect(splitRows('title\r\n"x\ry"\rsoon\nBarn', rows)).toEqual({
    right: 'title\r\n"x\ry"\rBarn',
    wrong: 'title\r\nsoon\n',
  })
})

it('without errors the text stays as it is, and without right rows nothing is left', () => {
  expect(splitRows('a\nb', [{ line: 1 }, { line: 2 }])).toEqual({ right: 'a\nb', wrong: '' })
  expect(splitRows('a', [{ line: 1, errors }])).toEqual({ right: '', wrong: 'a' })
})
