import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { QuireError } from '@quirecms/core'
import { type JsonLimits, parseJsonParameter, parseStrictJson, parseStrictJsonText } from './parts.ts'

const limits: JsonLimits = { maxDepth: 32, maxNodes: 10_000 }
const bytes = (text: string): Uint8Array => Buffer.from(text)

function refusalOf(input: string | Uint8Array, bounds: JsonLimits = limits): QuireError {
  try {
    parseStrictJson(typeof input === 'string' ? bytes(input) : input, bounds)
  } catch (error) {
    if (error instanceof QuireError) return error
    throw error
  }
  throw new Error(`accepted: ${String(input).slice(0, 100)}`)
}

describe('strict JSON', () => {
  const nested = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
  const flat = (values: number): string => `{"a":[${Array(values).fill('0').join(',')}]}`

  it.each([
    ['{}', {}],
    [' \n\t\r{ "a" : 1 } \n', { a: 1 }],
    ['{"a":{"a":{"a":1}},"b":{"a":2}}', { a: { a: { a: 1 } }, b: { a: 2 } }],
    ['{"a":"\\"}{\\\\","b":"x\\\\\\""}', { a: '"}{\\', b: 'x\\"' }],
    ['{"u":"\\ud83d\\ude00 😀 é"}', { u: '😀 😀 é' }],
    ['{"constructor":{"prototype":1},"toString":2}', { constructor: { prototype: 1 }, toString: 2 }],
    ['{"proto__":1,"__proto":2,"s":"__proto__"}', { proto__: 1, __proto: 2, s: '__proto__' }],
    [
      `{"long":"${'x'.repeat(100)}\\"${'y'.repeat(100)}","after":1}`,
      { long: `${'x'.repeat(100)}"${'y'.repeat(100)}`, after: 1 },
    ],
    [nested(32), JSON.parse(nested(32))],
    [flat(9998), JSON.parse(flat(9998))],
    ['{"n":[-0,1e3,1.5E-7,123456789012345678901234567890]}', { n: [-0, 1000, 1.5e-7, 123456789012345680000000000000] }],
  ])('accepts %.60s', (text, value) => {
    expect(parseStrictJson(bytes(text), limits)).toEqual(value)
    expect(parseStrictJsonText(text, limits)).toEqual(value)
  })

  it.each([
    ['', 'Expected a JSON object, but the text is empty at line 1, column 1.'],
    [' \n ', 'Expected a JSON object, but the text is empty at line 2, column 2.'],
    ['[]', 'Expected a JSON object at line 1, column 1.'],
    ['"x"', 'Expected a JSON object at line 1, column 1.'],
    ['null', 'Expected a JSON object at line 1, column 1.'],
    ['{} x', 'Expected the end of the text, but found "x" at line 1, column 4.'],
    ['{}{}', 'Expected the end of the text, but found "{" at line 1, column 3.'],
    ['{"a":1,\n "a":2}', 'The key "a" appears twice in one object at line 2, column 2.'],
    ['{"a":1,"\\u0061":2}', 'The key "a" appears twice in one object at line 1, column 8.'],
    ['{"x":[{"y":{"k":1,"z":[],"k":{}}}]}', 'The key "k" appears twice in one object at line 1, column 26.'],
    ['{"":1,"":2}', 'The key "" appears twice in one object at line 1, column 7.'],
    ['{"__proto__":{}}', 'The key "__proto__" is not allowed at line 1, column 2.'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'The key "__proto__" is not allowed at line 1, column 8.'],
    ['{"a":1e400}', 'The number is too large at line 1, column 6.'],
    ['{"a":[-1e999]}', 'The number is too large at line 1, column 7.'],
    ['{"a":01}', 'Expected "," or "}", but found "1" at line 1, column 7.'],
    ['{"a":+1}', 'Expected a value, but found "+" at line 1, column 6.'],
    ['{"a":.5}', 'Expected a value, but found "." at line 1, column 6.'],
    ['{"a":1.}', 'Expected "," or "}", but found "." at line 1, column 7.'],
    ['{"a":NaN}', 'Expected a value, but found "N" at line 1, column 6.'],
    ['{"a":tru}', 'Expected a value, but found "t" at line 1, column 6.'],
    ['{"a":1,}', 'Expected a key in double quotes, but found "}" at line 1, column 8.'],
    ["{'a':1}", 'Expected a key in double quotes, but found "\'" at line 1, column 2.'],
    ['{a:1}', 'Expected a key in double quotes, but found "a" at line 1, column 2.'],
    ['{"a" 1}', 'Expected ":", but found "1" at line 1, column 6.'],
    ['{"a":[1 2]}', 'Expected "," or "]", but found "2" at line 1, column 9.'],
    ['{"a":[1,]}', 'Expected a value, but found "]" at line 1, column 9.'],
    ['{"a":', 'Expected a value, but the text ends at line 1, column 6.'],
    ['{"a":"x', 'The string has no end at line 1, column 8.'],
    ['{"a":"\n"}', 'The string contains a wrong character or escape at line 1, column 7.'],
    ['{"a":"\\x"}', 'The string contains a wrong character or escape at line 1, column 7.'],
    ['{"a":"\\u12"}', 'The string contains a wrong character or escape at line 1, column 7.'],
    ['{"a":"\\ud800"}', 'The string contains half of a surrogate pair at line 1, column 6.'],
    ['{"\\udc00":1}', 'The string contains half of a surrogate pair at line 1, column 2.'],
    ['{"a":1}// x', 'Expected the end of the text, but found "/" at line 1, column 8.'],
    ['\u00a0{}', 'Expected a value, but found "\u00a0" at line 1, column 1.'],
    [nested(33), 'There are more than 32 levels at line 1, column 161.'],
    ['['.repeat(500_000), 'There are more than 32 levels at line 1, column 33.'],
    [flat(9999), 'There are more than 10000 values at line 1, column 20003.'],
    [`{"a":"${'x'.repeat(1000)}`, 'The string has no end at line 1, column 1007.'],
  ])('refuses %.60s', (text, message) => {
    const refusal = refusalOf(text)
    expect(refusal.code).toBe('invalid_json')
    expect(refusal.message).toBe(message)
  })

  it('refuses a byte-order mark and everything that is not UTF-8', () => {
    expect(refusalOf(Buffer.from('\ufeff{}')).message).toContain('byte-order mark')
    expect(refusalOf(Buffer.from('{"a":"\xff"}', 'latin1')).message).toContain('UTF-8')
    expect(refusalOf(Buffer.from('{}', 'utf16le')).code).toBe('invalid_json')
    // An overlong form, a surrogate, and a character cut in two.
    for (const octets of [
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xe2, 0x82],
      [0xf4, 0x90, 0x80, 0x80],
    ]) {
      const text = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(octets), Buffer.from('"}')])
      expect(refusalOf(text).message).toContain('UTF-8')
    }
  })

  it('keeps a huge key out of its error', () => {
    const key = 'k'.repeat(100_000)
    expect(refusalOf(`{"${key}":1,"${key}":2}`).message.length).toBeLessThan(200)
  })

  it('refuses 100,000 keys without building them', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join(',')
    expect(refusalOf(`{${keys}}`).message).toContain('There are more than 10000 values')
  })

  it('names the query parameter that it refuses', () => {
    expect(parseJsonParameter('where', '{"a":{"equals":1}}')).toEqual({ a: { equals: 1 } })
    expect(() => parseJsonParameter('where', '{"a":1,"a":2}')).toThrow(
      expect.objectContaining({
        code: 'invalid_query',
        issues: [
          { code: 'format', path: 'where', message: 'The key "a" appears twice in one object at line 1, column 8.' },
        ],
      }),
    )
  })
})

describe('strict JSON and any text', () => {
  const wide: JsonLimits = { maxDepth: 1000, maxNodes: 1_000_000 }
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true })
  const written = fc
    .tuple(object, fc.constantFrom(undefined, 1, '\t'))
    .map(([value, indent]) => JSON.stringify(value, null, indent))

  it('parses the same as JSON.parse', () => {
    fc.assert(
      fc.property(written, (text) => {
        fc.pre(!text.includes('"__proto__"') && JSON.parse(text) !== null && isWellFormed(JSON.parse(text)))
        expect(parseStrictJson(bytes(text), wide)).toEqual(JSON.parse(text))
      }),
      runs(200),
    )
  })

  it('never returns a value where JSON.parse throws, and never a different one', () => {
    const mutation = fc.record({
      at: fc.nat(),
      with: fc.oneof(fc.uint8Array({ maxLength: 3 }), structural),
      cut: fc.nat(3),
    })
    fc.assert(
      fc.property(written, fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        let mutated: Buffer = Buffer.from(text)
        for (const { at, with: octets, cut } of mutations) {
          const place = at % (mutated.length + 1)
          mutated = Buffer.concat([mutated.subarray(0, place), octets, mutated.subarray(place + cut)])
        }
        expectNoMoreThanJsonParse(mutated, wide)
      }),
      runs(400),
    )
  })

  it('never returns a value for garbage that JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => expectNoMoreThanJsonParse(octets, limits)),
      runs(200),
    )
  })

  it('refuses a duplicate key at every level, however it is escaped', () => {
    const trees = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('0', '"x"', 'null'),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        fc
          .array(fc.tuple(fc.constantFrom('a', 'b', 'ключ', 'q"', ''), tie('tree')), { minLength: 1, maxLength: 3 })
          .map(asMembers),
      ),
    }))
    fc.assert(
      fc.property(trees.tree, fc.nat(), fc.boolean(), (tree, choice, escaped) => {
        const root: Members = { members: [['root', tree]] }
        const objects = objectsIn(root)
        const { members } = objects[choice % objects.length] as Members
        const [key] = members[choice % members.length] as [string, Tree]
        expect(() => parseStrictJsonText(render(root), wide)).not.toThrow()
        members.push([key, escaped ? 'true' : '1'])
        expect(refusalOf(render(root, escaped), wide).message).toContain('appears twice')
      }),
      runs(200),
    )
  })
})

type Tree = string | Tree[] | Members
interface Members {
  readonly members: [string, Tree][]
}

const structural = fc.constantFrom(...Buffer.from('{}[],:"\\ \n0-eE.+')).map((octet) => Buffer.of(octet))

function asMembers(members: readonly (readonly [string, Tree])[]): Members {
  return { members: [...new Map(members)] }
}

function objectsIn(tree: Tree): Members[] {
  if (typeof tree === 'string') return []
  if (Array.isArray(tree)) return tree.flatMap(objectsIn)
  return [tree, ...tree.members.flatMap(([, inner]) => objectsIn(inner))]
}

/** `escapeLast` writes the last key of each object in escapes. */
function render(tree: Tree, escapeLast = false): string {
  if (typeof tree === 'string') return tree
  if (Array.isArray(tree)) return `[${tree.map((inner) => render(inner, escapeLast)).join(',')}]`
  const members = tree.members.map(([key, inner], index) => {
    const isEscaped = escapeLast && index === tree.members.length - 1
    return `${isEscaped ? escapes(key) : JSON.stringify(key)}:${render(inner, escapeLast)}`
  })
  return `{${members.join(' , ')}}`
}

function escapes(key: string): string {
  return `"${key.replaceAll(/[^]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
}

function expectNoMoreThanJsonParse(octets: Uint8Array, bounds: JsonLimits): void {
  let value: unknown
  try {
    value = parseStrictJson(octets, bounds)
  } catch (error) {
    expect(error).toBeInstanceOf(QuireError)
    expect((error as QuireError).code).toBe('invalid_json')
    expect((error as QuireError).message).not.toBe('The text is not valid JSON.')
    return
  }
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  expect(value).toEqual(JSON.parse(text))
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner))
}
