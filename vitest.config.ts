import { defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import EverydayReport from './tests/setup/everyday-report.ts'
import LongestFirst from './tests/setup/longest-first.ts'
import { PATIENCE } from './tests/setup/runs.ts'

/** What all layers share. */
export const common = {
  // Applications with one-time codes don't start without one.
  env: { QUIRE_SECRET: 'v1:a-secret-of-tests-and-of-nothing-else' },
  // Only for tests that hang: how long a test takes on a busy machine says nothing of the code.
  testTimeout: PATIENCE,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // Loading everything anew for each file took a third of the run. Files leave nothing behind.
  isolate: false,
} as const

export const TAGS = [
  { name: 'release', description: 'Runs in CI and before a release: npm run test:rest. `npm test` leaves it out.' },
]

interface LayerOptions {
  /** Who needs the server: every run, or only one that includes tests tagged `release`. */
  readonly postgres: 'always' | 'release'
  /** Node loads the modules itself unless `vite` does. A run starts sooner that way, but only Vite knows the sources of the admin app. */
  readonly loader?: 'vite'
}

/** A layer of tests is a folder. */
function layer(name: string, { postgres, loader }: LayerOptions): TestProjectInlineConfiguration {
  return {
    test: {
      ...common,
      name,
      include: [`tests/${name}/**/*.test.ts`],
      globalSetup: ['tests/setup/postgres.ts'],
      ...(loader === undefined && { experimental: { viteModuleRunner: false, nodeLoader: false } }),
      setupFiles: ['tests/setup/compile-cache.ts', 'tests/setup/cheap-passwords.ts', 'tests/setup/postgres-url.ts'],
      provide: { postgresWanted: postgres },
    },
  }
}

// Tests of types (`*.test-d.ts`) are not here: to compile is to pass, and `npm run check` compiles them.
export default defineConfig({
  test: {
    tags: TAGS,
    projects: [
      { test: { ...common, name: 'unit', include: ['packages/*/src/**/*.test.ts', 'tests/unit/**/*.test.ts'] } },
      layer('engine', { postgres: 'release' }),
      layer('http', { postgres: 'release' }),
      layer('postgres', { postgres: 'always' }),
      layer('process', { postgres: 'always' }),
      layer('browser', { postgres: 'always', loader: 'vite' }),
    ],
    globalSetup: ['tests/setup/temporary.ts', 'tests/setup/installation.ts'],
    reporters: ['default', new EverydayReport()],
    sequence: { sequencer: LongestFirst },
    // Two more than the cores of the smallest machine: a test that waits for a process, a browser or a database uses none.
    maxWorkers: 4,
  },
})
