import { expect, it } from 'vitest'
import { crashAgainAndAgain } from '../testing/crash'

it('five deaths in the midst of work lose nothing that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const report = await crashAgainAndAgain(5, () => undefined)
  expect(report).toMatchObject({ lost: [], broken: [], unanswered: [], orphans: [] })
  expect(report.acknowledged).toBeGreaterThan(10)
})
