import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    globalSetup: ['tests/setup/postgres.ts'],
    maxWorkers: 2,
    typecheck: {
      enabled: true,
      include: ['tests/**/*.test-d.ts', 'packages/*/src/**/*.test-d.ts'],
      tsconfig: 'tests/tsconfig.types.json',
      ignoreSourceErrors: true, // `npm run check` reports them
    },
  },
})
