import { defineConfig } from 'vitest/config'

/** Tests that measure memory; no other test may run at the same time. They run first, because they leave a core idle,
 * which the checks of the code use (`scripts/test.ts`). */
const alone = ['api/music/memory.test.ts']

/** These timeouts end tests that hang. They are long, because a busy machine may be several times slower than an idle one. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'together',
          include: ['{api,web,scripts}/**/*.test.ts'],
          exclude: alone,
          // Three on two cores, because most tests wait for a site to start.
          maxWorkers: 3,
          // The files of a worker share the modules that they import, so that each is loaded once.
          isolate: false,
          sequence: { groupOrder: 2 },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          // Vitest runs a group 0 of one worker last.
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
    ],
  },
})
