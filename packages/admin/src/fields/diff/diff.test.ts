import { describe, expect, it } from 'vitest'
import { compareRichText, linesOf } from './compare-rich-text.ts'
import { compareRows } from './compare-rows.ts'
import { compareSequences, compareWords, withoutLongSame } from './compare-words.ts'
import { sameValue } from './same-value.ts'

const signs = { same: '', removed: '-', added: '+', changed: '~' }

describe('words', () => {
  const compared = (before: string, after: string) =>
    compareWords(before, after).map(({ kind, text }) => `${signs[kind]}${text}`)

  it('are replaced as words, not as letters', () => {
    expect(compared('A page has a last line.', 'A page has a first line.')).toEqual([
      'A page has a ',
      '-last ',
      '+first ',
      'line.',
    ])
  })

  it('reproduce both texts', () => {
    const [before, after] = ['Ünder the tree, twice.\n\nEnd', 'Under a tree  twice!\nThe end']
    const pieces = compareWords(before, after)
    const without = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text)
    expect(without('added').join('')).toBe(before)
    expect(without('removed').join('')).toBe(after)
  })
})

it('distinguishes changed figures from lowered ones', () => {
  const line = (...marks: object[]) => ({ type: 'paragraph', content: [{ type: 'text', text: '2', marks }] })
  const lines = linesOf({ type: 'doc', content: [line(), line({ type: 'subscript' }), line({ type: 'bold' })] })
  expect(lines.map(({ text }) => text)).toEqual(['2', '₂', '2'])
})

describe('sequences', () => {
  it('of any length are compared, if necessary as a whole', () => {
    const long = Array.from({ length: 5000 }, (_, index) => `a${index}`)
    const steps = compareSequences(
      long,
      long.map((word) => `${word}!`),
      (word) => word,
    )
    expect(steps).toHaveLength(10_000)
    expect(compareSequences(long, long, (word) => word).every(({ kind }) => kind === 'same')).toBe(true)
  })

  it('leave out parts that are far from any change', () => {
    const before = Array.from({ length: 20 }, (_, index) => String(index))
    const shown = withoutLongSame(compareSequences(before, before.with(10, 'x'), (line) => line))
    expect(shown.map((step) => (step.kind === 'left out' ? step.count : step.kind))).toEqual([
      7,
      'same',
      'same',
      'same',
      'removed',
      'added',
      'same',
      'same',
      'same',
      6,
    ])
  })
})

describe('rows', () => {
  const row = (id: string, text = id) => ({ id, blockType: 'quote', text })
  const told = (before: unknown, after: unknown) =>
    compareRows(before, after).map(
      ({ kind, isMoved, before: old, after: now }) =>
        `${signs[kind]}${String((now ?? old)?.['id'])}${isMoved ? '*' : ''}`,
    )

  it('are added, removed, moved and changed', () => {
    expect(told([row('a'), row('b'), row('c')], [row('a'), row('x'), row('c', 'new')])).toEqual(['a', '-b', '+x', '~c'])
    expect(told([row('a'), row('b'), row('c')], [row('c'), row('a'), row('b', 'new')])).toEqual(['c*', 'a', '~b'])
  })

  it('of another block type are different rows', () => {
    expect(told([row('a')], [{ ...row('a'), blockType: 'gallery' }])).toEqual(['-a', '+a'])
  })

  it('may be missing', () => {
    expect(told(null, undefined)).toEqual([])
  })
})

describe('rich text', () => {
  const text = (words: string, ...marks: string[]) => ({
    type: 'text',
    text: words,
    marks: marks.map((type) => ({ type })),
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const doc = (...content: object[]) => ({ type: 'doc', content })
  const told = (before: unknown, after: unknown) =>
    compareRichText(before, after).map(({ kind, before: old, after: now }) => `${signs[kind]}${(now ?? old)?.text}`)

  it('is compared line by line, and similar lines count as changed', () => {
    const before = doc(
      paragraph(text('One is here.')),
      paragraph(text('Two words of it stay.')),
      paragraph(text('Three')),
    )
    const after = doc(
      paragraph(text('One is here.')),
      paragraph(text('Two words of it go.')),
      paragraph(text('Wholly new')),
    )
    expect(told(before, after)).toEqual(['One is here.', '~Two words of it go.', '-Three', '+Wholly new'])
  })

  it('matches its blocks wherever they are, and the documents in it', () => {
    const block = (id: string, words: string) => ({
      type: 'block',
      attrs: { id, blockType: 'quote', data: { text: words } },
    })
    const embedded = (value: string) => ({ type: 'document', attrs: { relationTo: 'posts', value } })
    const compared = compareRichText(
      doc(block('a', 'one'), paragraph(text('Between')), block('b', 'two'), block('c', 'three'), embedded('x')),
      doc(block('b', 'two'), block('a', 'new'), paragraph(text('Between')), block('d', 'four'), embedded('y')),
    )
    const name = ({ block: own, target, text: words }: { block?: object; target?: object; text: string }) =>
      own ? JSON.stringify(own) : target ? JSON.stringify(target) : words
    const row = (id: string, words: string) => JSON.stringify({ text: words, id, blockType: 'quote' })
    const target = (id: string) => JSON.stringify({ collection: 'posts', id })
    expect(
      compared.map(({ kind, isMoved, before, after }) => [
        kind,
        isMoved ?? false,
        before && name(before),
        after && name(after),
      ]),
    ).toEqual([
      ['same', true, row('b', 'two'), row('b', 'two')],
      ['changed', false, row('a', 'one'), row('a', 'new')],
      ['same', false, 'Between', 'Between'],
      ['removed', false, row('c', 'three'), undefined],
      ['removed', false, target('x'), undefined],
      ['added', false, undefined, row('d', 'four')],
      ['added', false, undefined, target('y')],
    ])
  })

  it('detects a change of formatting only', () => {
    expect(told(doc(paragraph(text('same'))), doc(paragraph(text('same', 'bold'))))).toEqual(['~same'])
  })

  it('treats list items, table rows and pictures as lines', () => {
    const item = (words: string) => ({ type: 'listItem', content: [paragraph(text(words))] })
    const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(text(words))] })
    const lines = linesOf(
      doc(
        { type: 'bulletList', content: [item('a'), item('b')] },
        { type: 'table', content: [{ type: 'tableRow', content: [cell('x'), cell('y')] }] },
        { type: 'image', attrs: { src: '/a.png', alt: 'A hill' } },
      ),
    )
    expect(lines.map((line) => line.text)).toEqual(['a', 'b', 'x | y', 'A hill'])
  })
})

describe('values', () => {
  it('are the same if they read the same', () => {
    expect(sameValue({ a: null, b: [1] }, { b: [1] })).toBe(true)
    expect(sameValue('', undefined)).toBe(true)
    expect(sameValue([], null)).toBe(true)
    expect(sameValue([1, 2], [2, 1])).toBe(false)
    expect(sameValue(false, null)).toBe(false)
    expect(sameValue(0, null)).toBe(false)
  })
})
