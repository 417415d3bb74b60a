import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './testing/browser/browsers'

const chromium = process.env['TEST_CHROMIUM']
/** The headless shell, for tests of pages: opening a window takes as long as the test itself. */
const shell = process.env['TEST_HEADLESS_SHELL'] ?? chromium

const launchedFrom = (path: string | undefined) => ({
  launchOptions: {
    ...(path ? { executablePath: path } : {}),
    args: chromiumFlags,
  },
})
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const fans = '**/fan-*.spec.ts'
/** Tests whose result does not depend on the viewport, or that set it themselves. */
const anySize = [
  '**/*-network.spec.ts',
  '**/admin-editors.spec.ts',
  '**/visitor-missing.spec.ts',
  '**/visitor-sizes.spec.ts',
]
/** Other engines, whose tests use their own drivers instead of Playwright's. */
const engines = { firefox: '**/firefox.spec.ts', webkit: '**/webkit.spec.ts' }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // At any moment, about two of three workers are waiting.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 25_000,
  expect: { timeout: 6_000 },
  use: {
    // Tests of the service worker allow it themselves.
    serviceWorkers: 'block',
    // Screenshots of each step take a tenth of the total time.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    // Offline use, the outbox and installation don't depend on the viewport, and need the full browser. These tests
    // take longest, so they run first.
    { name: 'fan', testMatch: fans, use: { ...phone, ...launchedFrom(chromium) } },
    {
      name: 'phone',
      testIgnore: [fans, ...anySize, ...Object.values(engines)],
      use: { ...phone, ...launchedFrom(shell) },
    },
    {
      name: 'desktop',
      testIgnore: [fans, ...Object.values(engines)],
      use: { viewport: { width: 1280, height: 800 }, ...launchedFrom(shell) },
    },
    ...(process.env['TEST_FIREFOX'] ? [{ name: 'firefox', testMatch: engines.firefox }] : []),
    ...(process.env['TEST_WEBKIT_DRIVER'] ? [{ name: 'webkit', testMatch: engines.webkit }] : []),
  ],
})
