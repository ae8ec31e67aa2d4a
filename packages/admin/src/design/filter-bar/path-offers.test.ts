import { describe, expect, it } from 'vitest'
import { type Model, pathsOf } from '../../data/model/model-path.ts'
import { type EntitySchema, type FieldSchema, plainField } from '../../data/schema.ts'
import { type Offer, offersOf, searchOffers } from './path-offers.ts'

const text = (name: string, label: string | null = null): FieldSchema =>
  plainField({ name, label, operators: ['equals'], sortable: true })

const entity = (slug: string, fields: readonly FieldSchema[]): EntitySchema => ({
  slug,
  label: null,
  description: null,
  localized: false,
  operations: [],
  bulkActions: [],
  parameters: [],
  systemFields: [],
  fields,
})

const to = (slug: string) =>
  plainField({ name: slug, type: 'relationship', to: slug, operators: ['equals'], sortable: true })

const books = entity('books', [
  text('title'),
  plainField({
    name: 'size',
    type: 'group',
    structure: 'group',
    label: 'Maße',
    fields: [{ ...text('height', 'Höhe'), path: 'size.height' }],
  }),
  to('authors'),
])
const authors = entity('authors', [text('name'), to('cities')])
const cities = entity('cities', [text('title', 'City title'), text('mayor')])

const model: Model = {
  collections: { books, authors, cities },
  limitsOf: (slug) => (slug === 'cities' ? { mayor: { read: false, query: false } } : {}),
  names: {},
}

const offers = (from?: string) => {
  const paths = pathsOf(books, model)
  const start =
    from === undefined ? undefined : offersOf(paths, () => false, undefined).find(({ path }) => path === from)
  return offersOf(paths, ({ operators }) => operators.length > 0, start?.leads)
}
const shown = (some: readonly Offer[]) => some.map(({ path, leads }) => (leads ? `${path} …` : path))

describe('the fields that a field chooser offers', () => {
  it('are those of the document and of what it points to, and lead to fields further away', () => {
    expect(shown(offers())).toEqual([
      'title',
      'size.height',
      'authors',
      'authors.name',
      'authors.cities',
      'authors.cities …',
    ])
    // Not what the reader may not read.
    expect(shown(offers('authors.cities'))).toEqual(['authors.cities.title'])
  })

  it('are found by label, whatever the accents, and by name', () => {
    const found = (typed: string) => shown(searchOffers(offers(), typed))
    expect(found('hohe')).toEqual(['size.height'])
    expect(found('masse')).toEqual([])
    expect(found('Maße › Höhe')).toEqual(['size.height'])
    expect(found('size.height')).toEqual(['size.height'])
    expect(found('name authors')).toEqual(['authors.name'])
    expect(found('nothing')).toEqual([])
    // What begins like that comes first.
    expect(found('t')[0]).toBe('title')
  })
})
