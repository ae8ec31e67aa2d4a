import { beforeAll, expect, it } from 'vitest'
import type { FieldSchema } from '../data/schema.ts'
import { blocksByGroup } from './block-groups.ts'
import { addBuiltInTypes } from './registry.ts'
import { contentName, rowName } from './row-name.ts'

beforeAll(addBuiltInTypes)

const plain = { structure: 'value', label: null } as unknown as FieldSchema
const text = { ...plain, name: 'text', type: 'text' }
const kind = { ...plain, name: 'kind', type: 'select', options: [{ value: 'wide', label: 'Wide' }] }
const of = (group?: string) => ({ fields: [kind, text], ...(group !== undefined && { admin: { group } }) })
const sections: FieldSchema = {
  ...plain,
  structure: 'blocks',
  blocks: { quote: of('Text'), hero: { ...of('Start'), label: 'Opening' }, twoColumns: of('Text'), plain: of() },
}
const names = (sought?: string) =>
  blocksByGroup(sections, sought).map(({ name, blocks }) => [name, ...blocks.map(({ label }) => label)])

it('groups blocks as the configuration does, those without a group first', () => {
  expect(names()).toEqual([
    [undefined, 'Plain'],
    ['Text', 'Quote', 'Two columns'],
    ['Start', 'Opening'],
  ])
})

it('finds blocks by all words of their label, name and group', () => {
  expect(names('text col')).toEqual([['Text', 'Two columns']])
  expect(names('hero')).toEqual([['Start', 'Opening']])
  expect(names('quote hero')).toEqual([])
})

it('labels rows by their first text, before chosen values', () => {
  const rows: FieldSchema = { ...plain, structure: 'rows', fields: [kind, text] }
  expect(rowName(rows, { kind: 'wide', text: 'Cut the  sheets\n' }, 'Row 1')).toBe('Cut the sheets')
  expect(rowName(rows, { kind: 'wide', text: null }, 'Row 1')).toBe('Wide')
  expect(rowName(rows, {}, 'Row 1')).toBe('Row 1')
  // Neither how many columns there are, nor whether they are, says which one it is.
  const gallery: FieldSchema = {
    ...plain,
    structure: 'rows',
    fields: [
      { ...plain, name: 'columns', type: 'number' },
      { ...kind, name: 'rows', options: [{ value: '2', label: '2' }] },
      { ...plain, name: 'isWide', type: 'checkbox' },
    ],
  }
  expect(rowName(gallery, { columns: 2, rows: '2', isWide: true }, 'Row 1')).toBe('Row 1')
  expect(rowName(sections, { blockType: 'quote', text: 'Once' }, 'Row 1')).toBe('Quote: Once')
  expect(rowName(sections, { blockType: 'hero' }, 'Row 1')).toBe('Opening')
  expect(rowName(sections, { blockType: 'gone' }, 'Row 1')).toBe('Gone')
})

it('labels a section without a text in the current language by its type, not by a chosen value', () => {
  const gallery: FieldSchema = {
    ...plain,
    structure: 'blocks',
    blocks: { gallery: { label: 'Galerie', fields: [kind, text] } },
  }
  expect(rowName(gallery, { blockType: 'gallery', kind: 'wide', text: null }, 'Row 1')).toBe('Galerie')
  expect(contentName(gallery, { blockType: 'gallery', kind: 'wide', text: 'Am Hafen' })).toBe('Am Hafen')
})
