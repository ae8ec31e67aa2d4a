// Measures how long the completion of a field's name in a `where` takes, in each supported compiler, in an application
// of 100 collections with 20 fields each, as packages show it: with the declarations that `npm run check -- types` makes.
//
//   node scripts/run.mjs node bench/src/completion.ts [COLLECTIONS] [FIELDS]
//
// - `nothing`: a property of a small object in the same file, the least that a keystroke takes
// - `config`: in the local API, typed by the configuration
// - `generated`: in the client, with the output of `quire generate types`
// - `local`: in the local API, with the same
//
// The first completion after opening the file includes checking what it needs. The others each follow a keystroke.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withLanguageServer } from './language-server.ts'
import { largeApplication } from './large-application.ts'

const [collections = 100, fields = 20] = process.argv.slice(2).map(Number)
const KEYSTROKES = 15

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = here('../dist/completion/')
const file = join(folder, 'main.ts')

const application = largeApplication(collections, fields)
const asking = (api: string) => `export const asked = await ${api}.collections.c7.find({ where: { `

/** What is before the cursor. */
const SOURCES: Readonly<Record<string, string>> = {
  nothing: `${application}\nexport const asked: { where: { f1?: 1, f12?: 1 } } = { where: { `,
  config: `${application}\n${asking('app.local')}`,
  generated: `import { createClient } from '@quirecms/sdk'
import type { Application } from './application.js'
const client = createClient<Application>()
${asking('client')}`,
  local: `import type { App, ConfigOf } from 'quirecms'
import type { Application } from './application.js'
declare const app: App<ConfigOf<Application>>
${asking('app.local')}`,
}

/** Completes at the end of what is typed, and returns the offered names. */
type Complete = (typed: string) => Promise<readonly string[]>

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
generateTypes()
const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: ['node'], paths: declarations() }
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { ...compilerOptions, module: 'nodenext', target: 'esnext' }, files: ['main.ts'] }),
)

for (const [what, before] of Object.entries(SOURCES)) {
  const sourceWith = (typed: string) => `${before}${typed} }${before.endsWith('find({ where: { ') ? ' })' : ' }'}\n`
  writeFileSync(file, sourceWith(''))
  const document = { before, sourceWith }
  await measure(`TypeScript 7, ${what}`, (use) => inLanguageServer(document, use))
  await measure(`TypeScript 6, ${what}`, (use) => use(inProcess(document, 'typescript-6')))
  await measure(`TypeScript 5.9, ${what}`, (use) => use(inProcess(document, 'typescript-5.9')))
}
rmSync(folder, { recursive: true, force: true })

async function measure(name: string, within: (use: (complete: Complete) => Promise<void>) => Promise<void>) {
  await within(async (complete) => {
    const times: number[] = []
    for (let count = 0; count <= KEYSTROKES; count += 1) {
      const typed = count === 0 ? '' : 'f1'.slice(0, 1 + (count % 2))
      const started = performance.now()
      const names = await complete(typed)
      times.push(performance.now() - started)
      if (!names.includes('f12')) throw new Error(`${name} offers no field: ${names.slice(0, 5).join(', ')}`)
    }
    const [first = 0, ...later] = times
    const sorted = later.toSorted((one, other) => one - other)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    console.log(
      `${name}: first ${Math.round(first)} ms, then median ${at(0.5)} ms, fastest ${at(0)} ms, slowest ${at(1)} ms`,
    )
  })
}

/** Writes the types of the application, without starting it. */
function generateTypes(): void {
  const config = join(folder, 'quire.config.ts')
  writeFileSync(config, application.slice(0, application.indexOf('const app = ')))
  const command = [here('../../packages/quire/src/cli/quire.js'), 'generate', 'types', '--config', config]
  const { status, stderr } = spawnSync(process.execPath, [...command, '--out', join(folder, 'application.d.ts')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Maps the entries of packages to their declarations: in this repository, they lead to the sources. */
function declarations(): Record<string, [string]> {
  const paths: Record<string, [string]> = {}
  for (const name of ['core', 'features', 'files', 'quire', 'sdk', 'server', 'sql']) {
    const place = here(`../../packages/${name}/`)
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly exports: Readonly<Record<string, unknown>>
    }
    for (const [entry, source] of Object.entries(manifest.exports))
      if (typeof source === 'string' && source.endsWith('.ts'))
        paths[manifest.name + entry.slice(1)] = [
          join(place, source.replace('./src/', 'dist/types/').replace(/\.ts$/, '.d.ts')),
        ]
  }
  return paths
}

interface Document {
  readonly before: string
  readonly sourceWith: (typed: string) => string
}

/** The parts of the compiler's language service that are used here. It is loaded from another folder, without types. */
interface Compiler {
  readonly sys: Record<'fileExists' | 'readFile' | 'directoryExists' | 'getDirectories' | 'realpath', unknown>
  readonly ScriptSnapshot: { fromString(text: string): unknown }
  readonly getDefaultLibFilePath: unknown
  createLanguageService(host: object): {
    getCompletionsAtPosition(
      file: string,
      position: number,
      options: object,
    ): { readonly entries: readonly { readonly name: string }[] } | undefined
  }
}

function inProcess({ before, sourceWith }: Document, folderOfCompiler: string): Complete {
  const require = createRequire(here(`../../compilers/${folderOfCompiler}/package.json`))
  const ts = require('typescript') as Compiler
  let source = sourceWith('')
  let version = 0
  const read = (path: string) => (path === file ? source : readFileSync(path, 'utf8'))
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = ts.sys
  const service = ts.createLanguageService({
    fileExists,
    readFile,
    directoryExists,
    getDirectories,
    realpath,
    getCompilationSettings: () => ({ ...compilerOptions, module: 199, target: 99 }),
    getScriptFileNames: () => [file],
    getScriptVersion: (path: string) => (path === file ? String(version) : '0'),
    getScriptSnapshot: (path: string) => ts.ScriptSnapshot.fromString(read(path)),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  return async (typed) => {
    source = sourceWith(typed)
    version += 1
    return (
      service.getCompletionsAtPosition(file, before.length + typed.length, {})?.entries.map(({ name }) => name) ?? []
    )
  }
}

async function inLanguageServer(
  { before, sourceWith }: Document,
  use: (complete: Complete) => Promise<void>,
): Promise<void> {
  await withLanguageServer(folder, async (ask) => {
    const uri = pathToFileURL(file).href
    ask.tell('textDocument/didOpen', {
      textDocument: { uri, languageId: 'typescript', version: 0, text: sourceWith('') },
    })
    let version = 0
    const lines = before.split('\n')
    const line = lines.length - 1
    await use(async (typed) => {
      version += 1
      ask.tell('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text: sourceWith(typed) }],
      })
      const position = { line, character: (lines[line] ?? '').length + typed.length }
      const answer = (await ask('textDocument/completion', { textDocument: { uri }, position })) as {
        readonly items?: readonly { readonly label: string }[]
      } | null
      return (answer?.items ?? []).map(({ label }) => label.replace(/\?$/, ''))
    })
  })
}
