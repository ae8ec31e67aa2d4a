import { defineConfig } from 'vitest/config'

/** For `npm run check`: other compilers, generators and linters on the packages and the API description. */
export default defineConfig({
  test: {
    include: ['tests/**/*.compile.ts'],
    // Applications with one-time codes don't start without one.
    env: { QUIRE_SECRET: 'v1:a-secret-of-tests-and-of-nothing-else' },
    globalSetup: ['tests/setup/temporary.ts', 'tests/setup/installation.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
