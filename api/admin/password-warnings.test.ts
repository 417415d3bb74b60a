import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../process/log'
import { startPasswordWarnings } from './password-warnings'

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['warns of a common ADMIN_PASSWORD', 'iloveyou123', true],
  ['warns of the band’s name as ADMIN_PASSWORD', 'the midnight vans', true],
  ['says nothing of three unrelated words', 'rehearsal-lamp-42', false],
  ['says nothing without an ADMIN_PASSWORD', undefined, false],
])('the log %s', async (_, adminPassword, warns) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const ownWords = () => ['The Midnight Vans']
  const tested = startPasswordWarnings({ adminPassword, ownWords, log })
  // It is estimated after the tested one, so its warning shows that both estimates are finished.
  const last = startPasswordWarnings({ adminPassword: 'qwertyuiop', ownWords, log })
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await expect.poll(() => lines.length).toBe(warns ? 2 : 1)
  await Promise.all([tested.stop(), last.stop()])
  expect(lines[0]).toContain('ADMIN_PASSWORD is easy to guess')
})
