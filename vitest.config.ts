import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that measure memory; no other test may run at the same time. They run first, because they leave a core idle,
 * which the checks of the code use (`scripts/test.ts`). */
const alone = ['api/music/memory.test.ts']

/** The files that take longest, in this order. They begin first, so that none of them runs alone at the end. A fresh clone knows no
 * durations, and would begin with the largest files. */
const longest = [
  'api/main.test.ts',
  'api/many-processes.test.ts',
  'api/backup/restore.test.ts',
  'api/full-disk.test.ts',
  'api/backup/backup.test.ts',
  'scripts/build.test.ts',
  'api/push/push.test.ts',
  'api/transfer/transfer.test.ts',
  'api/crash.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((path) => moduleId.endsWith(path))
      return index < 0 ? longest.length : index
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** These timeouts end tests that hang. They are long, because a busy machine may be several times slower than an idle one. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
