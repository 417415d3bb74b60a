import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './testing/browser/browsers'

/** The headless shell: opening a window of the full browser takes as long as a test itself. Tests that
 * need the full browser select it (`fullChromium`). */
const shell = process.env['TEST_HEADLESS_SHELL'] ?? process.env['TEST_CHROMIUM']
/** Other engines, whose tests use their own drivers instead of Playwright's. */
const engines = { firefox: '**/firefox.spec.ts', webkit: '**/webkit.spec.ts' }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/browser/demo-database.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // With more workers than cores, pages sometimes wait for seconds for a frame.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // These timeouts end tests that hang. They are long, because a busy machine may be several times slower.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Tracing takes a tenth of the time, so only the retry of a failed test is traced. A test that passes on its retry
  // has passed only if it also passes five times after that (`scripts/test.ts`).
  retries: 1,
  use: {
    // Tests of the service worker allow it themselves.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
  },
  projects: [
    // First, because they take longest: at the end, the other worker would have nothing to do. One worker runs all of
    // Firefox's, so that it is started once.
    ...(process.env['TEST_FIREFOX']
      ? [{ name: 'firefox', testMatch: engines.firefox, fullyParallel: false }]
      : []),
    ...(process.env['TEST_WEBKIT_DRIVER'] ? [{ name: 'webkit', testMatch: engines.webkit }] : []),
    // Everything on a phone of 360 pixels; tests of layouts set further widths themselves.
    {
      name: 'browser',
      testIgnore: Object.values(engines),
      use: {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        // Animations take most of a core; tests about motion ask for it.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { ...(shell ? { executablePath: shell } : {}), args: chromiumFlags },
      },
    },
  ],
})
