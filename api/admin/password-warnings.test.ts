import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../process/log'
import { startPasswordWarnings } from './password-warnings'

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['warns about a common ADMIN_PASSWORD', 'iloveyou123', true],
  ['warns about the band’s name as ADMIN_PASSWORD', 'the midnight vans', true],
  ['has no warning about three unrelated words', 'rehearsal-lamp-42', false],
  ['has no warning without an ADMIN_PASSWORD', undefined, false],
])('the log %s', async (_, adminPassword, warns) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const ownWords = () => ['The Midnight Vans']
  const tested = startPasswordWarnings({ adminPassword, ownWords, log })
  // Its estimate runs second, so its warning shows that both have ended.
  const last = startPasswordWarnings({ adminPassword: 'qwertyuiop', ownWords, log })
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await expect.poll(() => lines.length).toBe(warns ? 2 : 1)
  await Promise.all([tested.stop(), last.stop()])
  expect(lines[0]).toContain('ADMIN_PASSWORD is easy to guess')
})
