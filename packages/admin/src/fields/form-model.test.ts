import { describe, expect, it } from 'vitest'
import { changedIn, DetachedModel, valueIn } from './form-model.ts'

const content = {
  title: 'A',
  place: { town: { name: 'Ulm' } },
  rows: [
    { id: 'a', text: 'x', inner: [{ id: 'a1', note: 'n' }] },
    { id: 'b', text: 'y', inner: [] },
  ],
}

describe('content by path', () => {
  it.each([
    [['title'], 'A'],
    [['place', 'town', 'name'], 'Ulm'],
    [['rows', '0', 'inner', '0', 'note'], 'n'],
    [['rows', '7', 'text'], undefined],
    [['title', 'length', 'x'], undefined],
  ])('finds %j', (keys, value) => {
    expect(valueIn(content, keys)).toEqual(value)
  })

  it('changes one value, and keeps the objects beside it', () => {
    const next = changedIn(content, ['rows', '1', 'text'], 'z') as typeof content
    expect(next).toEqual({ ...content, rows: [content.rows[0], { id: 'b', text: 'z', inner: [] }] })
    expect(next.rows[0]).toBe(content.rows[0])
    expect(next.place).toBe(content.place)
    expect(content.rows[1]?.text).toBe('y')
  })

  it('creates missing groups', () => {
    expect(changedIn({ place: null }, ['place', 'town', 'name'], 'Bern')).toEqual({ place: { town: { name: 'Bern' } } })
  })

  it('keeps the ids of rows, and adds those that rows lack', () => {
    expect(changedIn([{ text: 'a' }, { text: 'b' }], ['1', 'text'], 'c')).toEqual([
      { id: 'row-0', text: 'a' },
      { id: 'row-1', text: 'c' },
    ])
  })

  it('adds no row where there is none', () => {
    expect(changedIn([], ['0', 'text'], 'c')).toEqual([])
  })
})

describe('content outside of a document', () => {
  it('is read and changed below its path', () => {
    const model = new DetachedModel(['blocks', '3'], { text: 'a', seo: { title: 'b' } })
    const told: unknown[] = []
    model.onChange = (next, name) => told.push([name, next])
    model.subscribe(() => told.push('changed'))
    expect(model.at(['blocks', '3', 'seo', 'title'])).toBe('b')
    expect(model.at(['blocks', '4', 'text'])).toBeUndefined()
    model.change(['blocks', '3', 'seo', 'title'], 'c')
    expect(model.at(['blocks', '3', 'seo', 'title'])).toBe('c')
    expect(told).toEqual(['changed', ['seo', { text: 'a', seo: { title: 'c' } }]])
  })
})
