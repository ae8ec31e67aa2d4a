import { describe, expect, it } from 'vitest'
import type { FieldSchema } from '../../data/schema.ts'
import { changeOf, creationOf } from './sent-change.ts'

const field = (name: string, more: Partial<FieldSchema> = {}) =>
  ({ name, path: name, structure: 'value', readOnly: false, ...more }) as FieldSchema

const sum = field('sum', { structure: 'computed', readOnly: true })
const card = [field('name'), field('note'), sum]
const fields = [
  field('title'),
  field('data', { type: 'json' }),
  field('place', { structure: 'group', fields: [field('street'), field('town'), sum] }),
  field('sections', {
    structure: 'blocks',
    blocks: {
      words: { fields: [field('heading'), field('body'), sum] },
      cards: { fields: [field('cards', { structure: 'rows', fields: card })] },
    },
  }),
]

const words = (id: string, heading: string) => ({ id, blockType: 'words', heading, body: { type: 'doc' }, sum: 1 })
const one = words('a', 'One')
const two = {
  id: 'b',
  blockType: 'cards',
  cards: [
    { id: 'b1', name: 'First', note: 'n', sum: 2 },
    { id: 'b2', name: 'Second', note: 'n', sum: 2 },
  ],
}
const three = words('c', 'Three')
const stored = {
  id: 'page',
  revision: 4,
  title: 'A page',
  data: [{ id: 'x', a: 1, b: 2 }],
  place: { street: 'Münsterplatz', town: 'Ulm', sum: 3 },
  sections: [one, two, three],
}
const change = (edits: Record<string, unknown>) => changeOf(fields, stored, edits)

describe('the body of a save', () => {
  it('contains one field of one section, and only the ids of the others', () => {
    expect(change({ sections: [one, two, { ...three, heading: 'Third' }] })).toEqual({
      sections: [
        { id: 'a', blockType: 'words' },
        { id: 'b', blockType: 'cards' },
        { id: 'c', blockType: 'words', heading: 'Third' },
      ],
    })
  })

  it('contains one field of a row inside a section', () => {
    const cards = [
      { id: 'b1', name: 'First', note: 'n', sum: 2 },
      { id: 'b2', name: 'Other', note: 'n', sum: 2 },
    ]
    expect(change({ sections: [one, { ...two, cards }, three] })).toEqual({
      sections: [
        { id: 'a', blockType: 'words' },
        { id: 'b', blockType: 'cards', cards: [{ id: 'b1' }, { id: 'b2', name: 'Other' }] },
        { id: 'c', blockType: 'words' },
      ],
    })
  })

  it('contains the order of moved sections, without removed ones', () => {
    expect(change({ sections: [three, one] })).toEqual({
      sections: [
        { id: 'c', blockType: 'words' },
        { id: 'a', blockType: 'words' },
      ],
    })
  })

  it('contains a whole new section, except computed values', () => {
    const sections = change({ sections: [words('new', 'New'), one] })['sections']
    expect(sections).toEqual([
      { id: 'new', blockType: 'words', heading: 'New', body: { type: 'doc' } },
      { id: 'a', blockType: 'words' },
    ])
  })

  it('contains a whole section whose type changed', () => {
    const [sent] = change({ sections: [{ id: 'a', blockType: 'cards', cards: [] }] })['sections'] as unknown[]
    expect(sent).toEqual({ id: 'a', blockType: 'cards', cards: [] })
  })

  it('contains one field of a group', () => {
    expect(change({ place: { street: 'Hauptstraße', town: 'Ulm', sum: 3 } })).toEqual({
      place: { street: 'Hauptstraße' },
    })
  })

  it('contains the whole group if it was empty before', () => {
    const place = { street: 'Hauptstraße', town: null, sum: 3 }
    expect(changeOf(fields, { ...stored, place: null }, { place })).toEqual({
      place: { street: 'Hauptstraße', town: null },
    })
  })

  it('contains the whole of any other value, even if it looks like rows', () => {
    const data = [{ id: 'x', a: 1 }]
    expect(change({ data, title: 'B', unknown: [1] })).toEqual({ data, title: 'B', unknown: [1] })
  })

  it('preserves a section whose type no longer exists', () => {
    const gone = { id: 'g', blockType: 'gone', left: 1 }
    expect(changeOf(fields, { sections: [gone] }, { sections: [gone, one] })['sections']).toContainEqual(gone)
  })

  it('contains null for a removed value', () => {
    expect(change({ sections: [{ ...one, body: null }] })).toEqual({
      sections: [{ id: 'a', blockType: 'words', body: null }],
    })
  })

  it('contains a field that was typed back, because an earlier save may have arrived', () => {
    expect(change({ title: 'A page' })).toEqual({ title: 'A page' })
  })
})

describe('the body of a create', () => {
  it('contains everything except computed values', () => {
    expect(creationOf(fields, { title: 'A', sections: [words('a', 'One')] })).toEqual({
      title: 'A',
      sections: [{ id: 'a', blockType: 'words', heading: 'One', body: { type: 'doc' } }],
    })
  })
})
