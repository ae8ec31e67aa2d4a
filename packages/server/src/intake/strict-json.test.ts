import { QuireError } from '@quirecms/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { parseJsonParameter, parseStrictJson, parseStrictJsonText } from './strict-json.ts'

const LIMITS = { maxDepth: 4, maxNodes: 10 }

function refusal(work: () => unknown): QuireError {
  try {
    work()
  } catch (error) {
    if (error instanceof QuireError) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('strict JSON', () => {
  it.each([
    ['an empty object', '{}'],
    ['blanks around it', ' \t\r\n{ "a" : 1 } \n'],
    ['every kind of value', '{"a":null,"b":true,"c":false,"d":-1.5e3,"e":"x","f":[1]}'],
    ['escapes in a value', String.raw`{"a":"\"\\\/\b\f\n\r\t\u00e9"}`],
    ['an escaped surrogate pair', String.raw`{"a":"\ud83d\ude00"}`],
    ['escapes in a key', String.raw`{"\n":1,"a\u0062":2}`],
    ['the same key in different objects', '{"a":{"x":1},"b":{"x":2}}'],
    ['colons, commas and brackets in texts', '{"a":":,{}[]","b":"\\"}"}'],
    ['a text longer than those that are looked through', `{"a":"${'x'.repeat(100)}","b":1}`],
    ['a backslash at the end of a long text', `{"a":"${'x'.repeat(100)}\\\\","b":1}`],
    ['a key named constructor', '{"constructor":1}'],
  ])('accepts %s', (_, text) => expect(parseStrictJsonText(text)).toEqual(JSON.parse(text)))

  it.each([
    ['nothing', ''],
    ['a list', '[1]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['something behind the object', '{}{}'],
    ['a comma at the end', '{"a":1,}'],
    ['a comma at the end of a list', '{"a":[1,]}'],
    ['single quotation marks', "{'a':1}"],
    ['a key without quotation marks', '{a:1}'],
    ['a comment', '{/* */}'],
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice deep down', '{"a":[{"b":{"c":1,"c":1}}]}'],
    ['a key twice, once escaped', String.raw`{"a":1,"\u0061":2}`],
    ['__proto__', '{"__proto__":{}}'],
    ['__proto__ deep down', '{"a":[{"__proto__":1}]}'],
    ['__proto__ escaped', String.raw`{"\u005f_proto__":1}`],
    ['a number beyond a double', '{"a":1e999}'],
    ['a leading zero', '{"a":01}'],
    ['NaN', '{"a":NaN}'],
    ['half of a surrogate pair in a value', String.raw`{"a":"\ud800"}`],
    ['half of a surrogate pair in a key', String.raw`{"\udc00":1}`],
    ['a line break in a text', '{"a":"x\ny"}'],
    ['an unknown escape', String.raw`{"a":"\x"}`],
    ['an object that does not end', '{"a":1'],
    ['a text that does not end', '{"a":"x'],
    ['a long text that does not end', `{"a":"${'x'.repeat(100)}`],
    ['a non-breaking space', '{\u00a0}'],
  ])('refuses %s', (_, text) => expect(refusal(() => parseStrictJsonText(text)).code).toBe('invalid_json'))

  it.each([
    ['four levels', '{"a":{"b":{"c":{}}}}', '{"a":{"b":{"c":{"d":{}}}}}'],
    ['lists count as levels', '{"a":[[[]]]}', '{"a":[[[[]]]]}'],
    ['ten nodes', '{"a":[1,2,3,4,5,6,7,8]}', '{"a":[1,2,3,4,5,6,7,8,9]}'],
    [
      'objects count as nodes',
      '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}',
      '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}',
    ],
  ])('has limits: %s', (_, most, more) => {
    expect(parseStrictJsonText(most, LIMITS)).toEqual(JSON.parse(most))
    expect(refusal(() => parseStrictJsonText(more, LIMITS)).code).toBe('invalid_json')
  })

  it('reports the position of an error', () => {
    expect(refusal(() => parseStrictJsonText('{\n  "a": 1,\n  "a": 2\n}')).message).toContain('line 3, column 3')
    expect(refusal(() => parseStrictJsonText('{"a":,}')).message).toContain('line 1, column 6')
  })

  it('round-trips what JSON writes', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        expect(parseStrictJsonText(text)).toEqual(JSON.parse(text))
        expect(parseStrictJsonText(JSON.stringify(value, null, 2))).toEqual(JSON.parse(text))
      }),
      runs(200),
    ))

  it('refuses every duplicate key, at any depth', () =>
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (key, before) => {
        const members = [...before, key, key].map((name) => `${JSON.stringify(name)}:1`)
        expect(refusal(() => parseStrictJsonText(`{"outer":{${members.join()}}}`)).code).toBe('invalid_json')
      }),
      runs(200),
    ))
})

describe('strict JSON of bytes', () => {
  it.each<[string, Uint8Array]>([
    ['a byte-order mark', Buffer.from('\ufeff{}')],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xa2, 0x22, 0x3a, 0x31, 0x7d])],
    ['an encoded surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ])('refuses %s', (_, bytes) => expect(refusal(() => parseStrictJson(bytes)).code).toBe('invalid_json'))

  it('parses a slice of a larger buffer', () => {
    const all = Buffer.from('xx{"a":"é"}yy')
    expect(parseStrictJson(all.subarray(2, all.length - 2))).toEqual({ a: 'é' })
  })
})

describe('JSON in a query parameter', () => {
  it('is refused as a wrong query that names the parameter', () => {
    const error = refusal(() => parseJsonParameter('where', '{'))
    expect(error.code).toBe('invalid_query')
    expect(error.issues).toEqual([{ code: 'format', path: 'where', message: expect.any(String) }])
  })
})
