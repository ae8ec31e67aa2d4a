import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'

type Reports = ReadonlyMap<string, string>

const script = new URL('../../../scripts/compare-reports.mjs', import.meta.url).href
const { compareReports } = (await import(script)) as {
  readonly compareReports: (stored: Reports, now: Reports) => string[]
}

interface Named {
  readonly name: string
}

interface Compiler {
  createSourceFile(name: string, text: string, target: number, setParents: boolean): unknown
  createProgram(roots: readonly string[], options: object, host: object): Program
}

interface Program {
  getSourceFile(name: string): unknown
  getTypeChecker(): { getSymbolAtLocation(node: unknown): Named; getExportsOfModule(module: Named): Named[] }
}

// TypeScript 7 has no compiler API yet, so the script uses an older version.
const ts = createRequire(new URL('../../../compilers/typescript-6/package.json', import.meta.url))(
  'typescript',
) as Compiler
const other = new URL('../../../scripts/named-constants.mjs', import.meta.url).href
const { namedConstants } = (await import(other)) as {
  readonly namedConstants: (
    compiler: Compiler,
    checker: unknown,
    symbols: readonly Named[],
    isOurs: (file: { readonly fileName: string }) => boolean,
  ) => Named[]
}

const report = (...lines: string[]): Reports => new Map([['quire.txt', lines.join('\n')]])

describe('a public surface that differs from its report', () => {
  test('is reported line by line', () => {
    expect(compareReports(report('const a: string', 'const b: 1'), report('const a: number', 'const b: 1'))).toEqual([
      'quire.txt says otherwise:',
      '  - const a: string',
      '  + const a: number',
    ])
  })

  test('is reported for a duplicate or moved line', () => {
    const elsewhere = ['quire.txt says otherwise:', '  the same lines, in another order or number']
    expect(compareReports(report('a', 'b'), report('b', 'a'))).toEqual(elsewhere)
    expect(compareReports(report('a'), report('a', 'a'))).toEqual(elsewhere)
  })

  test('is reported for a missing or obsolete report', () => {
    expect(compareReports(new Map(), report('a'))).toContain('  + a')
    expect(compareReports(report('a'), new Map())).toEqual(['quire.txt tells of nothing that is public.'])
  })

  test('is summarized', () => {
    const many = Array.from({ length: 100 }, (_, index) => `const c${index}: string`)
    const lines = compareReports(report('a'), report('a', ...many))
    expect(lines).toHaveLength(22)
    expect(lines.at(-1)).toBe('  … and 80 more lines')
  })

  test('is accepted if it is the same', () => {
    expect(compareReports(report('a', 'b'), report('a', 'b'))).toEqual([])
  })
})

describe('the dependencies of a public surface', () => {
  /** The values that the types of the first file are derived from. */
  function behind(files: Readonly<Record<string, string>>): string[] {
    const [entry = ''] = Object.keys(files)
    const host = {
      getSourceFile: (name: string) => {
        const text = files[name]
        return text === undefined ? undefined : ts.createSourceFile(name, text, 99, true)
      },
      fileExists: (name: string) => name in files,
      readFile: (name: string) => files[name],
      writeFile: () => undefined,
      getDefaultLibFileName: () => '/lib.d.ts',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name: string) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    }
    const options = { noLib: true, noEmit: true, allowImportingTsExtensions: true, module: 99, moduleResolution: 100 }
    const program = ts.createProgram([entry], options, host)
    const checker = program.getTypeChecker()
    const names = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
    const found = namedConstants(ts, checker, names, ({ fileName }) => !fileName.includes('theirs'))
    return found.map(({ name }) => name).toSorted()
  }

  test('include each value that a type is derived from, however far away', () => {
    const files = {
      '/index.ts': `
        import type { Api } from './api.ts'
        import type { theirs } from './theirs.ts'
        export interface Client { readonly api: Api; readonly same: typeof known; readonly other: typeof theirs }
        export const known = 1`,
      '/api.ts': `
        import { SCHEMA, type Answers } from './schema.ts'
        const HIDDEN = 1
        export interface Api extends Answers<typeof SCHEMA> { call(): import('./schema.ts').Later }
        export function unrelated(): typeof HIDDEN { return HIDDEN }`,
      '/schema.ts': `
        export const SCHEMA = { type: 'text' } as const
        const ACTIONS = ['go'] as const
        const PRIVATE = 2
        export type Later = (typeof ACTIONS)[number]
        export class Answers<Schema> { schema!: Schema; #made: unknown = undefined as typeof PRIVATE | undefined }`,
      '/theirs.ts': 'export const theirs = 1',
    }
    expect(behind(files)).toEqual(['ACTIONS', 'SCHEMA'])
  })
})
