import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { describe, expect, test } from 'vitest'
import { slowPart } from './backtracking.ts'

const packages = fileURLToPath(new URL('../../../packages', import.meta.url))

/** Files whose expressions never process client input, and why. */
const WITHOUT_CLIENTS: ReadonlySet<string> = new Set([
  // Parses Node's error for a file of the application.
  'quire/src/cli/load-failure.ts',
])

/** Processes texts of tests only. */
const TESTING = 'quire/src/testing/'

describe('every regular expression takes linear time', () => {
  const expressions = globSync(`${packages}/{core,server,sql,quire}/src/**/*.ts`).flatMap(expressionsOf)

  test('and the test finds all of them', () => {
    expect(expressions.length).toBeGreaterThan(60)
    expect(expressions.map(({ file }) => file)).toContain('server/src/routing/credentials.ts')
  })

  test('in the packages', () => {
    const slow = expressions
      .filter(({ file }) => !WITHOUT_CLIENTS.has(file) && !file.startsWith(TESTING))
      .flatMap(({ file, pattern, flags }) => {
        const part = slowPart(pattern, flags)
        return part === undefined ? [] : [`${file}: /${pattern}/${flags}: ${part}`]
      })
    expect(slow).toEqual([])
  })

  test('in the formats that field types use', () => {
    for (const name of ['email', 'uuid'] as const) {
      const { source, flags } = fullFormats[name] as RegExp
      expect([name, slowPart(source, flags)]).toEqual([name, undefined])
    }
  })
})

describe('slow expressions are recognized', () => {
  test.each([
    ['^(a+)+$', ''],
    ['^(a*)*b', ''],
    ['^(?:a|a)*$', ''],
    ['^(?:a|b|ab)*$', ''],
    ['^ *;? *$', ''],
    ['^\\w+@\\w+\\d+$', ''],
    ['-+$', ''],
    ['[a-z]*@', 'i'],
    ['^(?:[a-z]+-?)+$', ''],
    ['^x{2,}x+y', ''],
  ])('/%s/%s', (source, flags) => {
    expect(slowPart(source, flags)).toBeDefined()
  })

  test.each([
    ['^a+$', ''],
    ['a+', 'g'],
    ['"[^"]*"', 'g'],
    ['^[a-z]+(?:-[a-z]+)*$', ''],
    ['^a{0,62}$', ''],
    ['[ \\t]*', 'y'],
    ['^(?:[^~/]|~0|~1)*$', ''],
  ])('and fast ones are not: /%s/%s', (source, flags) => {
    expect(slowPart(source, flags)).toBeUndefined()
  })
})

interface Expression {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

function expressionsOf(path: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as unknown as Expression
      found.push({ file: relative(packages, path), pattern, flags })
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', target: 'esnext' }))
  return found
}
