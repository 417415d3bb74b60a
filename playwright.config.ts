import { defineConfig } from '@playwright/test'

const chromium = process.env['TEST_CHROMIUM']
/** Without a window, for tests of pages: a window for each takes as long as the test. */
const shell = process.env['TEST_HEADLESS_SHELL'] ?? chromium

const launchedFrom = (path: string | undefined) => ({
  launchOptions: {
    ...(path ? { executablePath: path } : {}),
    // Chromium refuses its sandbox to root; the pages that it sees are this project's own.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  },
})
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
const fans = '**/fan-*.spec.ts'
/** What is the same at any size, or sets sizes of its own. */
const anySize = [
  '**/*-network.spec.ts',
  '**/admin-editors.spec.ts',
  '**/visitor-missing.spec.ts',
  '**/visitor-sizes.spec.ts',
]
/** Other engines, which Playwright doesn't drive: their tests bring their own drivers. */
const engines = { firefox: '**/firefox.spec.ts', webkit: '**/webkit.spec.ts' }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two of three wait for something at any moment.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 25_000,
  expect: { timeout: 6_000 },
  use: {
    // Caching is looked at where it is the subject.
    serviceWorkers: 'block',
    // Pictures of each step cost a tenth of the time of all tests.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
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
    // What is kept, sent and installed is the same at any size, and takes a whole browser.
    { name: 'fan', testMatch: fans, use: { ...phone, ...launchedFrom(chromium) } },
    ...(process.env['TEST_FIREFOX'] ? [{ name: 'firefox', testMatch: engines.firefox }] : []),
    ...(process.env['TEST_WEBKIT_DRIVER'] ? [{ name: 'webkit', testMatch: engines.webkit }] : []),
  ],
})
