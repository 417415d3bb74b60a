import { expect, it } from 'vitest'
import { crashAgainAndAgain } from '../testing/crash'
import { canCreateDisks } from '../testing/disk'

it('five deaths in the midst of work lose nothing that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const report = await crashAgainAndAgain({ rounds: 5, log: () => undefined })
  expect(report).toMatchObject({ lost: [], broken: [], unanswered: [], orphans: [] })
  expect(report.acknowledged).toBeGreaterThan(10)
})

// Only root can mount a disk of its own.
it.skipIf(!canCreateDisks())(
  'three power cuts in the midst of work lose nothing that was acknowledged',
  {
    timeout: 120_000,
  },
  async () => {
    const report = await crashAgainAndAgain({ rounds: 3, cutsPower: true, log: () => undefined })
    expect(report).toMatchObject({ lost: [], broken: [], unanswered: [], orphans: [] })
    expect(report.acknowledged).toBeGreaterThan(10)
  },
)
