import { defineConfig } from 'vitest/config'

/** Tests that measure memory or kill processes; no other test may run at the same time. */
const alone = ['api/crash.test.ts', 'api/music/memory.test.ts', 'api/many-processes.test.ts']

const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...{ name: 'together', include: ['{api,web,scripts}/**/*.test.ts'], exclude: alone },
          // Most tests wait for sites that they have started.
          ...{ maxWorkers: 2, sequence: { groupOrder: 0 }, ...timeouts },
        },
      },
      {
        test: {
          ...{ name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
          ...timeouts,
        },
      },
    ],
  },
})
