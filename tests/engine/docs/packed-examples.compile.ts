import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateTypes } from '../../../packages/quire/src/generated-types/generate-types.ts'
import { everything } from '../../http/sdk/everything.ts'
import { largeApplication } from '../../../bench/src/large-application.ts'
import { packedQuire } from '../../process/cli/packed-quire.ts'
import { type Page, readPages } from './documentation.ts'
import { examplesOf, writeExamples } from './examples.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const CHECK_PROGRAM = fileURLToPath(new URL('check-program.ts', import.meta.url))

/** JavaScript compilers take several times as long, so they only check what the native ones don't. */
const OLDER = {
  'TypeScript 5.9': join(root, 'compilers/typescript-5.9/node_modules/typescript'),
  'TypeScript 6': join(root, 'compilers/typescript-6/node_modules/typescript'),
}

const OLDEST = 'TypeScript 5.9'
const MIDDLE = 'TypeScript 6'

/** The middle compiler does not check examples, if those before and after it accept all. */
const WITHOUT_EXAMPLES = 'tsconfig.without-examples.json'

/** Checks declarations, too: `skipLibCheck` would hide errors in those of the packages. */
const STRICT = {
  target: 'esnext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  skipLibCheck: false,
  noEmit: true,
}

/** A server has no DOM, and a program in a browser has no Node. */
const PROGRAMS = {
  server: { module: 'nodenext', lib: ['ESNext'], types: ['node'] },
  browser: { module: 'esnext', moduleResolution: 'bundler', lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: [] },
}

/** Wrong on purpose: shows that errors are detected. */
const wrong: Page = {
  path: 'wrong.md',
  text: [
    '```ts',
    "import { createClient } from '@quirecms/sdk'",
    "import type config from '../docs/sdk/quire.config.ts'",
    "void createClient<typeof config>().collections.posts.find({ where: { titel: { equals: 'a' } } })",
    '```',
  ].join('\n'),
}

const CLIENT = `import { createClient } from '@quirecms/sdk'
import type { Application } from './application.d.ts'

const client = createClient<Application>({ baseUrl: 'https://cms.example.com' })
const { docs } = await client.collections.posts.find({ sort: 'title', locale: 'en' })
export const titles: (string | null | undefined)[] = docs.map(({ title }) => title)
// @ts-expect-error -- no such field
void client.collections.posts.find({ sort: 'titel' })
`

const ON_A_SERVER = `import { createPreview } from '@quirecms/sdk/preview'

export const preview = createPreview()
// @ts-expect-error -- what is for pages brings no types of browsers along
void window
`

/** A program that imports everything that the packages export; its name excludes it from the examples. */
function importsOf(modules: string): string {
  const scoped = readdirSync(join(modules, '@quirecms')).map((name) => `@quirecms/${name}`)
  const names = ['quirecms', ...scoped].flatMap((name) => {
    const { exports = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
      exports?: Readonly<Record<string, string | { readonly types?: string }>>
    }
    const isTyped = (key: string) => typeof exports[key] === 'object' && exports[key].types !== undefined
    return Object.keys(exports)
      .filter(isTyped)
      .map((key) => name + key.slice(1))
  })
  if (!names.includes('@quirecms/webhooks/verify')) throw new Error(`Not all packages are among ${names.join(', ')}.`)
  return names.map((name, index) => `export type * as from${index} from '${name}'\n`).join('')
}

describe('an application with the packages from tarballs', () => {
  let app: string

  beforeAll(async () => {
    app = mkdtempSync(join(tmpdir(), 'quire-types-'))
    for (const file of readdirSync(packedQuire())) unpack(join(packedQuire(), file))
    // Dependencies of the packages, and the types of Node and React.
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules'))
    const examples = [...readPages(), wrong].flatMap((page) => examplesOf(page, join(app, 'server')))
    writeExamples(examples)
    cpSync(join(app, 'server/node_modules/create-quirecms/starters'), join(app, 'server/starters'), { recursive: true })
    writeFileSync(join(app, 'server/every-package.mts'), importsOf(join(app, 'server/node_modules')))
    writeFileSync(join(app, 'browser/application.d.ts'), await generateTypes(everything, root))
    writeFileSync(join(app, 'browser/client.ts'), CLIENT)
    writeFileSync(join(app, 'server/on-a-server.ts'), ON_A_SERVER)
    for (const [name, compilerOptions] of Object.entries(PROGRAMS)) {
      writeFileSync(join(app, name, 'package.json'), JSON.stringify({ type: 'module' }))
      writeFileSync(
        join(app, name, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...STRICT, ...compilerOptions }, include: ['**/*.ts'] }),
      )
    }
    const include = ['every-package.mts', 'starters/**/*.ts', 'wrong/**/*.ts']
    writeFileSync(join(app, 'server', WITHOUT_EXAMPLES), JSON.stringify({ extends: './tsconfig.json', include }))
  })
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  /** These have precedence over packages of the workspace. */
  function unpack(tarball: string): void {
    const [, name = ''] = /([a-z0-9-]+?)-\d+\.\d+\.\d+\.tgz$/.exec(tarball) ?? []
    for (const program of Object.keys(PROGRAMS)) {
      const target = join(app, program, 'node_modules', name.replace(/^quirecms-/, '@quirecms/'))
      mkdirSync(target, { recursive: true })
      const { status } = spawnSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
      if (status !== 0) throw new Error(`${tarball} could not be unpacked`)
    }
  }

  function compileWith(name: keyof typeof OLDER, folder: string, config = 'tsconfig.json'): string[] {
    return run(folder, [CHECK_PROGRAM, OLDER[name], join(app, folder), config])
  }

  function compileWithNewest(folder: string, ...more: readonly string[]): string[] {
    // Several checkers would each process the same types, while other tests need the cores.
    const options = ['--pretty', 'false', '--checkers', '1', ...more]
    return run(folder, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(app, folder), ...options])
  }

  function run(folder: string, args: readonly string[]): string[] {
    const { stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: join(app, folder), encoding: 'utf8' })
    if (error) throw error
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.startsWith(' '))
  }

  /** Number of type instantiations for an application with this many collections of 20 fields. */
  function instantiations(collections: number): number {
    const folder = join(app, `server/large-${collections}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'main.ts'), largeApplication(collections, 20))
    const compilerOptions = { ...STRICT, ...PROGRAMS.server, skipLibCheck: true }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    const said = compileWithNewest(`server/large-${collections}`, '--extendedDiagnostics').join('\n')
    expect(said).not.toContain('error TS')
    return Number(/^Instantiations:\s+(\d+)$/m.exec(said)?.[1])
  }

  const onlyWhatIsWrong = [expect.stringMatching(/^wrong\/line-2\.ts\(4,\d+\): error TS2322/)]

  it('compiles every example and starter, with the oldest compiler', () => {
    expect(compileWith(OLDEST, 'server')).toEqual(onlyWhatIsWrong)
  })

  it('compiles every example and starter, with the newest compiler', () => {
    expect(compileWithNewest('server')).toEqual(onlyWhatIsWrong)
  })

  it('compiles every package and starter, with the compiler between them', () => {
    expect(compileWith(MIDDLE, 'server', WITHOUT_EXAMPLES)).toEqual(onlyWhatIsWrong)
  })

  it('compiles what `npm create quirecms@latest` creates, with its options', () => {
    const program = join(app, 'server/node_modules/create-quirecms/create-quire.js')
    expect(run('', [program, 'made', '--starter', 'blank', '--packages', packedQuire(), '--no-install'])).not.toEqual(
      [],
    )
    symlinkSync(join(app, 'server/node_modules'), join(app, 'made/node_modules'))
    expect(compileWithNewest('made')).toEqual([])
    writeFileSync(join(app, 'made/wrong.ts'), 'export const wrong: string = 1\n')
    expect(compileWithNewest('made')).toEqual([expect.stringMatching(/^wrong\.ts\(1,14\): error TS2322/)])
  })

  it('compiles them with bundler resolution, too', () => {
    const options = ['--module', 'esnext', '--moduleResolution', 'bundler']
    expect(compileWithNewest('server', ...options)).toEqual([expect.stringMatching(/^wrong\//)])
  })

  it('resolves generated types in a browser, with the oldest compiler and with the newest', () => {
    expect(compileWith(OLDEST, 'browser')).toEqual([])
    expect(compileWithNewest('browser')).toEqual([])
  })

  it('costs the compiler the same for each collection, also for the last one', () => {
    const [few, more, many] = [instantiations(10), instantiations(20), instantiations(30)]
    // Raise this only on purpose: with 23,000, 100 collections take the compiler about 5 seconds.
    expect((many - few) / 20).toBeLessThan(21_000)
    expect((many - more) / (more - few)).toBeLessThan(1.1)
  })
})
