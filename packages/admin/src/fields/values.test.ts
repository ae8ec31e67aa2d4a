import { describe, expect, it } from 'vitest'
import { acceptsType } from './accepted-types.ts'
import { tokensOf } from './highlight.ts'
import { parseJson, parseScalar } from './json-text.ts'
import { cutPasted, keyed, valuesOf } from './many-values.ts'
import { boundsNear, linesOf, fractionIn, positionAt, positionText, WORLD } from './point-grid.ts'

describe('fields with several values', () => {
  it('have unique keys, even for equal values', () => {
    const keys = keyed(['a', 'b', 'a']).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(valuesOf(['a', 'b', 'a'], keys.toReversed())).toEqual(['a', 'b', 'a'])
    expect(
      valuesOf(
        ['a', 'b', 'c'],
        keyed(['c', 'a']).map(({ key }) => key),
      ),
    ).toEqual(['c', 'a'])
  })

  it('split pasted text like lists', () => {
    expect(cutPasted('one\ttwo\n three ,, four;')).toEqual(['one', 'two', 'three', 'four'])
  })
})

describe('the grid of a geographic point', () => {
  it('converts degrees to a position, and a position to degrees', () => {
    expect(fractionIn(WORLD, [0, 0])).toEqual([0.5, 0.5])
    expect(positionAt(WORLD, 0, 0)).toEqual([-180, 90])
    expect(positionAt(WORLD, 2, 2)).toEqual([180, -90])
    const near = boundsNear([11.5756, 48.1372])
    const [x, y] = fractionIn(near, [11.5756, 48.1372])
    expect(positionAt(near, x, y)).toEqual([11.58, 48.14])
  })

  it('stays within the world', () => {
    expect(boundsNear([179, 89])).toMatchObject({ west: 160, south: 80 })
    expect(linesOf(-180, 360)).toHaveLength(13)
  })

  it('is written in the usual notation', () => {
    expect(positionText([11.5756, 48.1372])).toBe('48.1372° N, 11.5756° E')
    expect(positionText([-58.38, -34.6])).toBe('34.6° S, 58.38° W')
    expect(positionText(null)).toBe('')
  })
})

describe('JSON', () => {
  it('is accepted only once it is complete', () => {
    expect(parseJson('{"a": [1,')).toBeUndefined()
    expect(parseJson('{"a": [1]}')).toEqual({ a: [1] })
    expect(parseJson(' ')).toBeNull()
  })

  it('compares numbers as numbers and strings as strings', () => {
    expect([parseScalar('12'), parseScalar('true'), parseScalar('red'), parseScalar('[1]')]).toEqual([
      12,
      true,
      'red',
      '[1]',
    ])
  })
})

describe('syntax colours of code', () => {
  const kinds = (code: string, language: string) =>
    tokensOf(code, language)
      .filter(({ kind }) => kind !== 'plain')
      .map(({ kind, text }) => `${kind} ${text}`)

  it('recognize members, strings, numbers and keywords', () => {
    expect(kinds('{"a": "b: c", "n": -1.5e3, "t": true}', 'json')).toEqual([
      'name "a"',
      'text "b: c"',
      'name "n"',
      'number -1.5e3',
      'name "t"',
      'word true',
    ])
  })

  it('recognize the comments of a language', () => {
    expect(kinds('const x = 1 // "one"', 'ts')).toEqual(['word const', 'number 1', 'comment // "one"'])
    expect(kinds('x = 1 # one', 'python')).toEqual(['number 1', 'comment # one'])
    expect(kinds('<p class="a">', 'html')).toEqual(['name <p', 'word class', 'text "a"', 'name >'])
  })

  it('preserve every letter', () => {
    const code = "it's `${broken} <!-- /* \n\t'«ünï» 0xFF"
    for (const language of ['ts', 'json', 'html', 'css', 'sql', 'python', '']) {
      expect(
        tokensOf(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }
  })
})

describe('accepted file types', () => {
  it('match by name or by type', () => {
    expect(acceptsType(['image/*'], 'image/png')).toBe(true)
    expect(acceptsType(['image/*'], 'imagery/png')).toBe(false)
    expect(acceptsType(['application/pdf'], 'image/png')).toBe(false)
    expect(acceptsType(undefined, 'image/png')).toBe(true)
    expect(acceptsType(['image/*'], undefined)).toBe(false)
  })
})
