import { defineConfig } from 'vitest/config'

/** For `npm run check`: what compilers say of the packages as others get them. Nothing of it runs. */
export default defineConfig({
  test: {
    include: ['tests/**/*.compile.ts'],
    globalSetup: ['tests/setup/temporary.ts', 'tests/setup/installation.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
