import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOfShow, centsOfCell, withOwnValues } from './columns'

it('a venue keeps its “The” after a date without a year', () => {
  expect(cellsOfShow('May 1 The Rex, London')?.[1]).toBe('The Rex')
})

it('a line of more than 1,500 characters is not read as a typed show', () => {
  expect(cellsOfShow(`May 1 The Rex${' '.repeat(1_500)}, London`)).toBeUndefined()
})

describe('an amount', () => {
  it.each([
    ['500', 'Fee', 50_000],
    ['500.00', 'Fee', 50_000],
    ['$500', 'fee', 50_000],
    ['1,200', 'Pay', 120_000],
    ['CA$1,250.50', 'Fee', 125_050],
    ['1.250,5 €', 'Gage', 125_050],
    [' 650,50 ', 'FEE', 65_050],
    ['500 CAD', 'Pay', 50_000],
    ['2k', 'Pay', undefined],
    ['500 plus meals', 'Fee', undefined],
    ['500–600', 'Fee', undefined],
    ['1,23,4', 'Fee', undefined],
    // Exports write hundredths in this column.
    ['65050', 'fee', undefined],
  ])('%s in the column %s is %s in hundredths', (cell, column, cents) => {
    expect(centsOfCell('fee', cell, column)).toBe(cents)
  })

  it('with two decimals is the same in every column', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.constantFrom('fee', 'Fee'), (cents, column) => {
        const [plain, grouped] = [
          (cents / 100).toFixed(2),
          (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
        ]
        expect([
          centsOfCell('fee', plain, column),
          centsOfCell('deposit', grouped, column),
        ]).toEqual([cents, cents])
      }),
    )
  })

  it('is read in columns of amounts only', () => {
    expect(centsOfCell('ticketLabel', '$20', 'Price')).toBeUndefined()
  })
})

it.each([
  ['19+', 19],
  ['18', 18],
  ['All ages', 0],
  ['adults', 'adults'],
])('the age limit %s is %s', (ageLimit, expected) => {
  expect(withOwnValues({ ageLimit }, 'day first', '2031-01-01').ageLimit).toBe(expected)
})
