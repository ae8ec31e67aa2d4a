import { defineConfig } from 'vitest/config'
import { PATIENCE } from './tests/properties/runs.ts'
import LongestFirst from './tests/setup/longest-first.ts'

export default defineConfig({
  test: {
    // Tests of types (`*.test-d.ts`) are none of these: to compile is to pass, and `npm run check` compiles them.
    include: ['tests/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    globalSetup: ['tests/setup/temporary.ts', 'tests/setup/postgres.ts', 'tests/setup/installation.ts'],
    setupFiles: ['tests/setup/cheap-passwords.ts', 'tests/setup/postgres-url.ts'],
    // Applications with one-time codes don't start without one.
    env: { QUIRE_SECRET: 'v1:a-secret-of-tests-and-of-nothing-else' },
    sequence: { sequencer: LongestFirst },
    // Two more than the cores of the smallest machine: three used seven tenths of these, since whoever waits for a process, a browser or
    // a database uses none.
    maxWorkers: 4,
    // For what hangs. How long a test takes on a busy machine says nothing of the code.
    testTimeout: PATIENCE,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false, // loading everything anew for each file took a third of the run; files leave nothing behind
  },
})
