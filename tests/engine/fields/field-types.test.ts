import { f, type FieldDefinition, fieldTypes } from '@quirecms/core'
import { describe, expect, test } from 'vitest'

const equality = ['equals', 'not_equals', 'in', 'not_in', 'exists']
const order = ['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal']
const search = ['like', 'contains', 'starts_with', 'ends_with']
const lists = [...equality, 'contains', 'all']
const byRow = ['some', 'none', 'every']

interface TypeScenario {
  readonly field: FieldDefinition
  readonly structure?: string
  readonly storedAs: string | null
  readonly operators: readonly string[]
  readonly sortable?: boolean
  readonly many?: boolean
  readonly targets?: readonly string[]
  readonly manifest?: object
}

const textLike = { storedAs: 'text', operators: [...equality, ...order, ...search], sortable: true }

const scenarios: Readonly<Record<string, TypeScenario>> = {
  text: {
    ...textLike,
    field: f.text({ maxLength: 9, pattern: /^a/i }),
    manifest: { maxLength: 9, pattern: '^a', patternFlags: 'i' },
  },
  textarea: { ...textLike, field: f.textarea() },
  email: { ...textLike, field: f.email() },
  url: { ...textLike, field: f.url() },
  slug: { ...textLike, field: f.slug({ from: 'title' }), manifest: { from: 'title' } },
  code: { ...textLike, field: f.code({ language: 'css' }), manifest: { language: 'css' } },
  number: {
    field: f.number({ integer: true, min: 1 }),
    storedAs: 'number',
    operators: [...equality, ...order],
    sortable: true,
    manifest: { integer: true, min: 1 },
  },
  checkbox: { field: f.checkbox(), storedAs: 'boolean', operators: equality, sortable: true },
  date: { field: f.date(), storedAs: 'instant', operators: [...equality, ...order], sortable: true },
  select: {
    field: f.select({ options: ['a', { label: 'Bee', value: 'b' }] }),
    storedAs: 'text',
    operators: equality,
    sortable: true,
    manifest: {
      options: [
        { label: 'a', value: 'a' },
        { label: 'Bee', value: 'b' },
      ],
    },
  },
  'select many': {
    field: f.select({ options: ['a'], many: true }),
    storedAs: 'text',
    operators: lists,
    many: true,
    manifest: { options: [{ label: 'a', value: 'a' }], many: true },
  },
  json: {
    field: f.json({ schema: { type: 'object' } }),
    storedAs: 'json',
    operators: [...equality, ...order, ...search],
    manifest: { schema: { type: 'object' } },
  },
  point: { field: f.point(), storedAs: 'point', operators: ['near', 'within', 'equals', 'not_equals', 'exists'] },
  richText: { field: f.richText(), storedAs: 'json', operators: ['exists'], manifest: { onDelete: 'keep' } },
  relationship: {
    field: f.relationship({ to: 'users' }),
    storedAs: 'text',
    operators: equality,
    sortable: true,
    targets: ['users'],
    manifest: { to: 'users', onDelete: 'keep' },
  },
  'relationship many': {
    field: f.relationship({ to: 'users', many: true, onDelete: 'clear' }),
    storedAs: 'text',
    operators: [...lists, ...byRow],
    many: true,
    targets: ['users'],
    manifest: { to: 'users', many: true, onDelete: 'clear' },
  },
  'relationship to several': {
    field: f.relationship({ to: ['users', 'teams'] }),
    storedAs: 'pair',
    operators: equality,
    targets: ['users', 'teams'],
    manifest: { to: ['users', 'teams'], onDelete: 'keep' },
  },
  upload: {
    field: f.upload({ to: 'media', accept: ['image/*'] }),
    storedAs: 'text',
    operators: equality,
    sortable: true,
    targets: ['media'],
    manifest: { to: 'media', accept: ['image/*'], onDelete: 'keep' },
  },
  group: { field: f.group({ fields: { a: f.text() } }), structure: 'group', storedAs: null, operators: [] },
  array: {
    field: f.array({ fields: { a: f.text() }, maxRows: 3 }),
    structure: 'rows',
    storedAs: null,
    operators: ['exists', 'equals', 'not_equals', ...byRow],
    manifest: { maxRows: 3 },
  },
  blocks: {
    field: f.blocks({ blocks: { a: { fields: {} } } }),
    structure: 'blocks',
    storedAs: null,
    operators: ['exists', 'equals', 'not_equals'],
  },
  join: {
    field: f.join({ collection: 'posts', on: 'author', limit: 3 }),
    structure: 'computed',
    storedAs: null,
    operators: ['exists', 'equals', 'not_equals', ...byRow],
    manifest: { collection: 'posts', on: 'author', writable: false, limit: 3 },
  },
  virtual: { field: f.virtual({ value: () => 1 }), structure: 'computed', storedAs: null, operators: [] },
}

describe('the behaviour of each field type', () => {
  test.each(Object.entries(scenarios))('%s', (_name, { field, ...expected }) => {
    const { type, options } = field
    expect({
      structure: type.structure,
      storedAs: type.storedAs(options),
      operators: type.operators(options),
      sortable: type.sortable(options),
      many: type.many(options),
      targets: type.targets(options),
      manifest: type.manifest(options),
      problems: type.problems(options),
    }).toEqual({
      structure: 'value',
      sortable: false,
      many: false,
      targets: [],
      manifest: {},
      problems: [],
      ...expected,
    })
  })

  test('every field type is in the table', () => {
    const names = Object.values(scenarios).map(({ field }) => field.type.name)
    expect(new Set(names)).toEqual(new Set(Object.keys(fieldTypes)))
    expect(Object.keys(f)).toEqual(Object.keys(fieldTypes))
  })
})

test('the manifest is JSON', () => {
  for (const { field } of Object.values(scenarios)) {
    const said = field.type.manifest(field.options)
    expect(JSON.parse(JSON.stringify(said))).toEqual(said)
  }
})

test('a virtual field is computed from the document and the reader', async () => {
  const { type, options } = f.virtual({
    value: async ({ doc, actor }) => [doc['name'], actor?.id ?? 'all'],
  })
  await expect(type.compute({ doc: { name: 'Ada' }, actor: null, locale: undefined }, options)).resolves.toEqual([
    'Ada',
    'all',
  ])
})
