import { describe, expect, it } from 'vitest'
import { checkIfNoneMatch, parseIfMatch } from './preconditions.ts'

describe('If-Match', () => {
  it.each<[string, string | undefined, number | undefined]>([
    ['is not there', undefined, undefined],
    ['is a bare revision', '3', 3],
    ['is a quoted revision', '"3"', 3],
    ['is a tag with a hash', '"3-aB_c-9"', 3],
    ['is the largest revision', '"9007199254740991"', Number.MAX_SAFE_INTEGER],
  ])('%s', (_, header, revision) => expect(parseIfMatch(header)).toBe(revision))

  it.each([
    ['nothing', ''],
    ['any version', '*'],
    ['a weak tag', 'W/"3"'],
    ['zero', '0'],
    ['a leading zero', '"03"'],
    ['a negative number', '-1'],
    ['a fraction', '1.5'],
    ['a list', '"1", "2"'],
    ['half of the quotation marks', '"3'],
    ['a hash without quotation marks', '3-abc'],
    ['a tag without a revision', '"abc"'],
    ['a revision that no number holds', '9007199254740992'],
    ['an empty hash', '"3-"'],
    ['blanks', ' 3'],
  ])('is refused: %s', (_, header) =>
    expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ code: 'invalid_if_match' })),
  )
})

describe('If-None-Match on a write', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    [undefined, false],
    ['*', true],
  ])('%j, creating %s, passes', (header, creates) => expect(() => checkIfNoneMatch(header, creates)).not.toThrow())

  it.each<[string, boolean]>([
    ['*', false],
    ['"3"', true],
    ['"3"', false],
    ['', true],
    ['W/"*"', true],
  ])('%j, creating %s, is refused', (header, creates) =>
    expect(() => checkIfNoneMatch(header, creates)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
  )
})
