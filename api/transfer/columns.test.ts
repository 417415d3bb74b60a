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
    ['500', 50_000],
    ['500.00', 50_000],
    ['$500', 50_000],
    ['1,200', 120_000],
    ['CA$1,250.50', 125_050],
    ['1.250,5 €', 125_050],
    [' 650,50 ', 65_050],
    ['500 CAD', 50_000],
    ['2k', undefined],
    ['500 plus meals', undefined],
    ['500–600', undefined],
    ['1,23,4', undefined],
  ])('%s is %s in hundredths', (cell, cents) => {
    expect(centsOfCell('fee', cell, false)).toBe(cents)
  })

  it('that is a whole number in an export is not converted: exports contain hundredths', () => {
    expect(centsOfCell('fee', '65050', true)).toBeUndefined()
    expect(centsOfCell('fee', '650.50', true)).toBe(65_050)
  })

  it('with two decimals is the same in every file', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.boolean(), (cents, isExport) => {
        const [plain, grouped] = [
          (cents / 100).toFixed(2),
          (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
        ]
        expect([
          centsOfCell('fee', plain, isExport),
          centsOfCell('deposit', grouped, isExport),
        ]).toEqual([cents, cents])
      }),
    )
  })

  it('is read in columns of amounts only', () => {
    expect(centsOfCell('ticketLabel', '$20', false)).toBeUndefined()
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
