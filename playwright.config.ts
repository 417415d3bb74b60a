import { defineConfig } from '@playwright/test'

const chromium = process.env['TEST_CHROMIUM']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 25_000,
  expect: { timeout: 6_000 },
  use: {
    // Caching is looked at where it is the subject.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Chromium refuses its sandbox to root; the pages that it sees are this project's own.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    {
      name: 'desktop',
      // What is kept, sent and installed is the same at any size.
      testIgnore: '**/fan-*',
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
