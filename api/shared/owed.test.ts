import { expect, it } from 'vitest'
import { owedFor } from './owed'

it.each([
  [{}, 0],
  [{ fee: 80_000 }, 80_000],
  [{ fee: 80_000, deposit: 20_000 }, 60_000],
  [{ fee: 80_000, deposit: 90_000 }, 0],
  [{ fee: 80_000, isPaid: true }, 0],
  [{ fee: 80_000, isPaid: false }, 80_000],
  [{ fee: 80_000, status: 'cancelled' }, 0],
  [{ fee: 80_000, status: 'postponed' }, 0],
  [{ fee: 80_000, status: 'postponed', formerDate: '2031-01-01' }, 80_000],
])('for %j the band is owed %d', (show, owed) => {
  expect(owedFor(show)).toBe(owed)
})
