import { describe, expect, it } from 'vitest'
import type { FieldSchema } from '../../data/schema.ts'
import { addFieldType } from '../../fields/known-types.ts'
import { matchingEntries } from '../../fields/section-entries.ts'
import { outlineOf } from './outline.ts'

const field = (name: string, more: Partial<FieldSchema> = {}) =>
  ({ name, path: name, label: null, type: 'text', structure: 'value', readOnly: false, ...more }) as FieldSchema

addFieldType({ name: 'text', Input: () => null, text: (value) => (typeof value === 'string' ? value : '') })

const cards = field('cards', { type: 'array', structure: 'rows', label: 'Cards', fields: [field('name')] })
const fields = [
  field('title'),
  field('links', { type: 'array', structure: 'rows', fields: [field('label')] }),
  field('main', {
    type: 'group',
    structure: 'group',
    fields: [
      field('sections', {
        type: 'blocks',
        structure: 'blocks',
        blocks: {
          quote: { fields: [field('text')] },
          list: { label: 'List of cards', fields: [field('heading'), cards] },
        },
      }),
    ],
  }),
  field('hidden', {
    type: 'blocks',
    structure: 'blocks',
    blocks: {},
    admin: { hidden: true },
  }),
]

const outline = outlineOf(fields, {
  title: 'A page',
  links: [{ id: 'l', label: 'Not a section' }],
  main: {
    sections: [
      { id: 'a', blockType: 'quote', text: 'Printing the web' },
      {
        id: 'b',
        blockType: 'list',
        heading: 'Who we are',
        cards: [
          { id: 'c', name: 'Ines' },
          { id: 'd', name: '' },
        ],
      },
    ],
  },
  hidden: [{ id: 'h', blockType: 'quote' }],
})

describe('the outline of a document', () => {
  it('lists sections by name, and the rows inside them', () => {
    expect(outline.map(({ path, level, kind, name, number }) => [path, level, kind, name, number])).toEqual([
      ['main.sections.0', 0, 'Quote', 'Printing the web', 1],
      ['main.sections.1', 0, 'List of cards', 'Who we are', 2],
      ['main.sections.1.cards.0', 1, 'Cards', 'Ines', 1],
      ['main.sections.1.cards.1', 1, 'Cards', '', 2],
    ])
  })

  it('is searched by words of type, name and number', () => {
    const found = (text: string) => matchingEntries(outline, text).map(({ path }) => path)
    expect(found('web quo')).toEqual(['main.sections.0'])
    expect(found('INES')).toEqual(['main.sections.1.cards.0'])
    expect(found('2 list')).toEqual(['main.sections.1'])
    expect(found('nothing of the kind')).toEqual([])
    expect(found('  ')).toHaveLength(4)
  })

  it('shows the path of a found entry', () => {
    expect(matchingEntries(outline, 'ines')[0]?.within).toBe('Who we are')
    expect(outline[0]?.within).toBe('')
  })
})
