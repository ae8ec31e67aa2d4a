import { describe, expect, it } from 'vitest'
import { plainField as field } from '../data/schema.ts'
import { countIssues } from './row-issues.ts'
import { copyOfRow, fittingRows, insertRows, moveItem, newRow, removeRow, rowsOf } from './rows.ts'

const links = field({
  name: 'links',
  type: 'array',
  structure: 'rows',
  fields: [
    field({ name: 'label', default: 'Read on' }),
    field({ name: 'look', type: 'group', structure: 'group', fields: [field({ name: 'size', default: 'small' })] }),
    field({ name: 'length', type: 'virtual', structure: 'computed', readOnly: true }),
  ],
})
const sections = field({
  name: 'sections',
  type: 'blocks',
  structure: 'blocks',
  blocks: { quote: { fields: [field({ name: 'text' })] }, gallery: { fields: [links] } },
})

describe('rows', () => {
  const rows = rowsOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

  it('move to the place of another row, and stay if there is none', () => {
    expect(ids(moveItem(rows, 0, 2))).toBe('bca')
    expect(ids(moveItem(rows, 2, 0))).toBe('cab')
    expect(ids(moveItem(rows, 0, -1))).toBe('abc')
    expect(ids(moveItem(rows, 2, 3))).toBe('abc')
  })

  it('are inserted between others and removed', () => {
    expect(ids(insertRows(rows, 1, [{ id: 'x' }]))).toBe('axbc')
    expect(ids(removeRow(rows, 1))).toBe('ac')
  })

  it('start with the defaults of their fields, and without computed values', () => {
    expect(newRow(links)).toEqual({ id: expect.any(String), label: 'Read on', look: { size: 'small' } })
    expect(newRow(sections, 'quote')).toEqual({ id: expect.any(String), blockType: 'quote' })
  })

  it('are copied with their own ids, also inside, while references stay the same', () => {
    const row = {
      id: 'a',
      author: { relationTo: 'people', value: 'p1' },
      links: [{ id: 'l', label: 'x' }],
      tags: ['t'],
    }
    const copy = copyOfRow(row)
    expect(copy).toEqual({ ...row, id: expect.any(String), links: [{ id: expect.any(String), label: 'x' }] })
    expect(copy.id).not.toBe('a')
    expect((copy['links'] as { id: string }[])[0]?.id).not.toBe('l')
  })

  it('can be pasted into another field if it has their block types and fields', () => {
    const copied = [
      { id: '1', blockType: 'quote', text: 'Hello', author: 'x' },
      { id: '2', blockType: 'video', url: '/v' },
      { id: '3', blockType: 'gallery', links: [{ id: 'l', label: 'a', length: 4, gone: true }] },
    ]
    expect(fittingRows(sections, copied)).toEqual([
      { id: expect.any(String), blockType: 'quote', text: 'Hello' },
      { id: expect.any(String), blockType: 'gallery', links: [{ id: expect.any(String), label: 'a' }] },
    ])
    expect(fittingRows(links, [{ id: 'x', nothing: 'of it' }])).toEqual([])
  })

  it('count all issues inside, however deep', () => {
    const wrong = new Set(['sections.0.links.1', 'sections.0.links.1.look.size', 'sections.1.text'])
    const issue = (path: string) => (wrong.has(path) ? 'wrong' : undefined)
    const row = { blockType: 'gallery', links: [{ id: 'a' }, { id: 'b' }] }
    expect(countIssues([links], row, 'sections.0', issue)).toBe(2)
    expect(countIssues([field({ name: 'text' })], {}, 'sections.1', issue)).toBe(1)
    expect(countIssues([field({ name: 'text' })], {}, 'sections.2', issue)).toBe(0)
  })
})
