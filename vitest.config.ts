import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{api,web,scripts}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
