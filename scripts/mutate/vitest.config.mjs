import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { common, TAGS } from '../../vitest.config.ts'
import { instrument } from './instrument.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const plan = JSON.parse(readFileSync(process.env.QUIRE_MUTATION_PLAN, 'utf8'))
const files = Object.keys(plan.files)

class AsPlanned extends BaseSequencer {
  async sort(given) {
    const place = ({ moduleId }) => files.indexOf(relative(root, moduleId))
    return given.toSorted((one, other) => place(one) - place(other))
  }
}

export default {
  root,
  plugins: [
    {
      name: 'quire-mutants',
      enforce: 'pre',
      transform(code, id) {
        const mutants = plan.sources[relative(root, id.split('?')[0])]
        return mutants && { code: instrument(code, mutants), map: null }
      },
    },
  ],
  test: {
    ...common,
    tags: TAGS,
    include: files,
    globalSetup: ['temporary', 'installation', 'postgres'].map((name) => `tests/setup/${name}.ts`),
    setupFiles: ['tests/setup/cheap-passwords.ts', 'tests/setup/postgres-url.ts'],
    provide: { postgresWanted: plan.hasPostgres ? 'always' : 'never' },
    sequence: { sequencer: AsPlanned },
    runner: fileURLToPath(new URL('runner.mjs', import.meta.url)),
    maxWorkers: plan.workers,
    // Transformed modules contain mutants and must not be cached.
    fsModuleCache: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    passWithNoTests: true,
    dangerouslyIgnoreUnhandledErrors: true,
    silent: true,
    reporters: [{}],
    expect: { poll: { timeout: 10_000 } },
  },
}
