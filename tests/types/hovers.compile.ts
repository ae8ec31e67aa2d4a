import { mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { withLanguageServer } from '../../bench/src/language-server.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A place in the program, marked with `^`, and how its hover begins. No hover may be longer than `most`. */
const HOVERS: readonly (readonly [place: string, begins: string, most: number])[] = [
  ['const ^posts', 'const posts: CollectionConfig<{', 700],
  ['const ^config', 'const config: QuireConfig<{', 1000],
  ['const ^local', 'const local: LocalApi<QuireConfig<{', 1000],
  ['const ^client', 'const client: Client<ModelOf<QuireConfig<{', 1000],
  ['local.collections.^posts', '(property) posts: LocalCollection<"posts", ', 1100],
  ['client.collections.^posts', '(property) posts: CollectionMethods<"posts", ', 1100],
  ['local.globals.^settings', '(property) settings: GlobalMethods<"settings", ', 1100],
  ['local.auth.^users', '(property) users: UserMethods<"users", ', 1100],
  ['local.collections.posts.^find(', '(method) find<{', 900],
  ['local.collections.posts.^create(', '(method) create<', 1200],
]

const DOCUMENT = [
  'id: string;',
  'revision: number;',
  'createdAt: string;',
  'updatedAt: string;',
  '_status: "draft" | "published";',
  '_publishedRevision: number | null;',
  'title: string | null;',
  'views: number | null;',
  'author: string | null;',
  'seo: {',
  '    description: string | null;',
  '};',
]

const indented = (lines: readonly string[], by: number) => lines.map((line) => ' '.repeat(by) + line)

/** With generated types, hovers name the application, and never show its configuration. */
const HOVERS_OF_GENERATED_TYPES: readonly (readonly [place: string, hover: string])[] = [
  ['const ^typedApp', 'const typedApp: App<ConfigOf<Application>>'],
  ['const ^typedLocal', 'const typedLocal: LocalApi<ConfigOf<Application>>'],
  ['const ^typedClient', 'const typedClient: Client<ModelOf<Application>>'],
  ['typedLocal.collections.^posts', '(property) posts: LocalCollection<"posts", ConfigOf<Application>>'],
]

/** Documents show their fields, and nothing else: the whole hover. */
const HOVERS_OF_DOCUMENTS: readonly (readonly [place: string, hover: readonly string[]])[] = [
  ['const ^post ', ['const post: {', ...indented(DOCUMENT, 4), '}']],
  [
    'const ^found ',
    ['const found: {', '    docs: {', ...indented(DOCUMENT, 8), '    }[];', '    pagination: Pagination;', '}'],
  ],
  ['^doc: Doc', ['(parameter) doc: {', ...indented(DOCUMENT, 4), '}']],
  [
    'const ^published ',
    [
      'const published: {',
      ...indented(DOCUMENT, 4).map((line) => line.replace('title: string | null', 'title: string')),
      '}',
    ],
  ],
]

const PROGRAM = `
  import { collection, type createApp, defineConfig, f, global, type Doc, type App, type ConfigOf } from 'quirecms'
  import { createClient } from '@quirecms/sdk'
  const posts = collection({
    versions: { drafts: true },
    fields: {
      title: f.text({ required: true }),
      views: f.number({ integer: true, default: 0 }),
      author: f.relationship({ to: 'users' }),
      seo: f.group({ fields: { description: f.text() } }),
    },
    access: { read: () => true },
  })
  const users = collection({ auth: true, fields: { name: f.text() } })
  const media = collection({ upload: true, fields: {} })
  const config = defineConfig({
    collections: { posts, users, media },
    globals: { settings: global({ fields: { siteName: f.text() } }) },
  })
  declare const app: Awaited<ReturnType<typeof createApp<typeof config>>>
  const local = app.local
  const client = createClient<typeof config>()
  const post = await local.collections.posts.findOne('x')
  const found = await local.collections.posts.find({ where: { title: { equals: 'x' } } })
  await local.collections.posts.create({ title: 'x' })
  const published = await client.collections.posts.create({ title: 'x' }, { publish: true })
  await client.collections.posts.count()
  await local.globals.settings.get()
  await local.auth.users.bootstrap()
  type Application = {
    readonly collections: {
      readonly posts: { readonly fields: { readonly title: { readonly type: 'text'; readonly options: {} } } }
    }
    readonly globals: {}
  }
  declare const typedApp: App<ConfigOf<Application>>
  const typedLocal = typedApp.local
  const typedClient = createClient<Application>()
  await typedLocal.collections.posts.find({ where: { title: { equals: 'x' } } })
  await typedClient.collections.posts.count()
  export const take = (doc: Doc<typeof config, 'posts'>) => [doc, post, found, published]
`

/** The parts of the compiler's language service that this test uses. It is loaded from another folder, without types. */
interface Compiler {
  readonly sys: {
    readonly fileExists: (path: string) => boolean
    readonly readFile: (path: string) => string | undefined
    readonly directoryExists: (path: string) => boolean
    readonly getDirectories: (path: string) => string[]
    readonly realpath: (path: string) => string
  }
  readonly ScriptSnapshot: { fromString(text: string): unknown }
  readonly getDefaultLibFilePath: unknown
  createLanguageService(host: object): {
    getQuickInfoAtPosition(file: string, position: number): { readonly displayParts: object[] } | undefined
    getSemanticDiagnostics(file: string): readonly { readonly messageText: unknown }[]
  }
  displayPartsToString(parts: object[]): string
}

const FILE = here('hovers-of-a-program.ts')

const OPTIONS = {
  types: ['node'],
  typeRoots: [here('../../node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

function languageService(ts: Compiler) {
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = ts.sys
  return ts.createLanguageService({
    directoryExists,
    getDirectories,
    realpath,
    getCompilationSettings: () => ({
      ...OPTIONS,
      target: 99,
      module: 199,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path: string) => ts.ScriptSnapshot.fromString(path === FILE ? PROGRAM : (readFile(path) ?? '')),
    getCurrentDirectory: () => here('.'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path: string) => path === FILE || fileExists(path),
    readFile,
  })
}

/** TypeScript 7 has another order of members, and other quotation marks. */
const comparable = (lines: readonly string[]) => lines.map((line) => line.replaceAll("'", '"')).toSorted()

type HoverAt = (place: string) => Promise<string>

const positionOf = (place: string) => PROGRAM.indexOf(place.replace('^', '')) + place.indexOf('^')

function itHovers(hoverAt: HoverAt): void {
  it.each(HOVERS)('%s begins with a short name', async (place, begins, most) => {
    const hover = await hoverAt(place)
    expect(hover.slice(0, begins.length)).toBe(begins)
    expect(hover.length).toBeLessThan(most)
    // Options that are not set are not shown.
    expect(hover).not.toMatch(/: undefined/)
  })

  it.each(HOVERS_OF_GENERATED_TYPES)('%s shows short names, and nothing else', async (place, hover) => {
    expect(await hoverAt(place)).toBe(hover)
  })

  it.each(HOVERS_OF_DOCUMENTS)('%s shows the fields of the document, and nothing else', async (place, hover) => {
    expect(comparable((await hoverAt(place)).split('\n'))).toEqual(comparable(hover))
  })
}

describe.each(['typescript-6', 'typescript-5.9'])('hovers in %s', (folder) => {
  const ts = createRequire(here(`../../compilers/${folder}/package.json`))('typescript') as Compiler
  const service = languageService(ts)

  it('are of a program that compiles', () => {
    expect(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText)).toEqual([])
  })

  itHovers((place) => {
    const { displayParts = [] } = service.getQuickInfoAtPosition(FILE, positionOf(place)) ?? {}
    return Promise.resolve(ts.displayPartsToString(displayParts))
  })
})

describe('hovers in TypeScript 7', () => {
  const hovers = new Map<string, string>()

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hovers-'))
    const file = join(folder, 'main.ts')
    const paths = {
      quirecms: [here('../../packages/quire/src/index.ts')],
      '@quirecms/sdk': [here('../../packages/sdk/src/index.ts')],
    }
    const compilerOptions = { ...OPTIONS, target: 'esnext', module: 'nodenext', lib: ['ESNext', 'DOM'], paths }
    await writeFile(file, PROGRAM)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    await withLanguageServer(folder, async (ask) => {
      const textDocument = { uri: pathToFileURL(file).href }
      ask.tell('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId: 'typescript', version: 0, text: PROGRAM },
      })
      for (const [place] of [...HOVERS, ...HOVERS_OF_GENERATED_TYPES, ...HOVERS_OF_DOCUMENTS]) {
        const lines = PROGRAM.slice(0, positionOf(place)).split('\n')
        const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
        const { contents } = (await ask('textDocument/hover', { textDocument, position })) as {
          readonly contents: { readonly value: string }
        }
        hovers.set(place, /^```\w*\n(.*?)\n```/s.exec(contents.value)?.[1] ?? contents.value)
      }
    })
  })

  itHovers((place) => Promise.resolve(hovers.get(place) ?? ''))
})
