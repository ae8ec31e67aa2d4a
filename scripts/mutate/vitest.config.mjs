// The project's own way to run tests, on sources with mutants in them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import base from '../../vitest.config.ts'
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

const config = mergeConfig(base, {
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
    runner: fileURLToPath(new URL('runner.mjs', import.meta.url)),
    maxWorkers: plan.workers,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    passWithNoTests: true,
    dangerouslyIgnoreUnhandledErrors: true,
    silent: true,
    reporters: [{}],
    expect: { poll: { timeout: 10_000 } },
  },
})
config.test.include = files
config.test.sequence = { sequencer: AsPlanned }
if (!plan.hasPostgres) config.test.globalSetup = base.test.globalSetup.filter((path) => !path.endsWith('postgres.ts'))
if (!plan.hasPostgres) config.test.setupFiles = base.test.setupFiles.filter((path) => !path.endsWith('postgres-url.ts'))
export default config
