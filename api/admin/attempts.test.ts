import { expect, it } from 'vitest'
import { openSite } from '../../testing/memory-site'
import { openAttemptRepository } from './attempts.repository'

it('five simultaneous attempts need not wait', async () => {
  const site = await openSite()
  const attempts = await openAttemptRepository(site.db)
  for (let round = 0; round < 20; round += 1) {
    const waits = await Promise.all(
      Array.from({ length: 5 }, () => attempts.begin(`address ${round}`, 60)),
    )
    expect(waits).toEqual([0, 0, 0, 0, 0])
  }
  await site.stop()
})
