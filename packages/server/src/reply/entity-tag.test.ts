import type { PresentedDocument } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { contentTag, contentTagOfPieces, documentTag, namesTag } from './in-pieces.ts'

const shown = (revision: number, isPlain: boolean) => ({ revision, isPlain }) as PresentedDocument

describe('an ETag', () => {
  it('of a plain document is its revision', () => expect(documentTag(shown(3, true), '{}')).toBe('"3"'))

  it('of a document in another form includes a hash of that form', () => {
    const tag = documentTag(shown(3, false), '{"a":1}')
    expect(tag).toMatch(/^"3-[\w-]{16}"$/)
    expect(documentTag(shown(3, false), '{"a":1}')).toBe(tag)
    expect(documentTag(shown(3, false), '{"a":2}')).not.toBe(tag)
  })

  it('of content does not depend on its chunks', async () => {
    const whole = contentTag('grüße')
    const bytes = Buffer.from('grüße')
    expect(await contentTagOfPieces([bytes])).toBe(whole)
    expect(await contentTagOfPieces([bytes.subarray(0, 3), bytes.subarray(3)])).toBe(whole)
    expect(await contentTagOfPieces([])).toBe(contentTag(''))
  })
})

describe('If-None-Match', () => {
  it.each<[string, boolean]>([
    ['"a"', true],
    ['*', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b","a"', true],
    ['"b", W/"a"', true],
    ['"b"', false],
    ['"aa"', false],
    ['a', false],
    ['', false],
    ['"b, "a"', false],
  ])('%s matches "a": %s', (header, result) => expect(namesTag(header, '"a"')).toBe(result))
})
