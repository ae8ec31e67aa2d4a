import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generateTypes } from '../../packages/quire/src/generated-types/generate-types.ts'
import { config } from './every-option.ts'

/** Absolute, because the program of the test is in another folder. */
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

test('the client and `local` are the same, method by method, with generated types and with `typeof config`', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-types-'))
  const files = { 'application.d.ts': await generateTypes(config, folder), 'main.ts': MAIN, 'tsconfig.json': TSCONFIG }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  // The sources of Quire are compiled with these options, which are not their own.
  const errors = stdout.split(/\n(?! )/).filter((line) => /^(?:main|application)\b|tests\/types\//.test(line))
  expect(errors).toEqual([])
})

const compiler = here('../../node_modules/typescript/bin/tsc')

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    lib: ['ESNext', 'DOM'],
    types: ['node'],
    typeRoots: [here('../../node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  files: ['main.ts'],
})

const MAIN = `
  import type { ModelOf } from '${here('../../packages/core/src/index.ts')}'
  import type { Client } from '${here('../../packages/sdk/src/index.ts')}'
  import type { ConfigOf, LocalApi } from '${here('../../packages/quire/src/index.ts')}'
  import type { config } from '${here('every-option.ts')}'
  import type { Differences } from '${here('differences.ts')}'
  import type { Application } from './application.d.ts'

  type Known = ModelOf<typeof config>
  type Generated = ModelOf<Application>
  type Here = LocalApi<typeof config>
  type There = LocalApi<ConfigOf<Application>>

  export const client = (different: Differences<Client<Known>, Client<Generated>, 'client'>): never => different
  // Programs with generated types only know the jobs that clients may queue.
  export const local = (different: Differences<Omit<Here, 'jobs'>, Omit<There, 'jobs'>, 'local'>): never => different

  // The comparison finds what differs.
  type Less = Omit<Client<Known>['collections']['posts'], 'archive' | 'publish'>
  // @ts-expect-error -- two methods are missing
  export const less = (different: Differences<Client<Known>['collections']['posts'], Less>): never => different
  type Posts = Client<Known>['collections']['posts']
  type Notes = Client<Known>['collections']['notes']
  // @ts-expect-error -- another collection takes other options and answers with other documents
  export const others = (different: Differences<Pick<Posts, 'count'>, Pick<Notes, 'count'>>): never => different
`
