import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installOffer, useInstall } from './install.store'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari'
const day = 24 * 60 * 60_000
const promptEvent = Object.assign(new Event('beforeinstallprompt'), {
  prompt: async () => ({ outcome: 'accepted' as const }),
})

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The offer to an engaged visitor in a state of the store. */
function offered(changes: Partial<ReturnType<typeof useInstall.getState>>, isInstalled = false) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isInstalled && query.includes('standalone'),
  }))
  return installOffer({ ...useInstall.getState(), isEngaged: true, ...changes })
}

it('“Not now” holds for 90 days', () => {
  const declinedAt = Date.now()
  vi.advanceTimersByTime(90 * day - 1)
  expect(offered({ promptEvent, declinedAt })).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(offered({ promptEvent, declinedAt })).toBe('prompt')
})

it('offers the browser’s prompt, or steps on an iPhone, and nothing in the installed site', () => {
  expect(offered({ promptEvent })).toBe('prompt')
  expect(offered({ promptEvent, isEngaged: false })).toBeUndefined()
  expect(offered({ promptEvent }, true)).toBeUndefined()
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  expect(offered({})).toBeUndefined()
  vi.stubGlobal('navigator', { userAgent: iPhone })
  expect(offered({})).toBe('steps')
  expect(offered({}, true)).toBeUndefined()
  vi.stubGlobal('navigator', { userAgent: iPhone, standalone: true })
  expect(offered({})).toBeUndefined()
})
