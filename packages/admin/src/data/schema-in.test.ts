import type { PublicEntity, PublicField, PublicManifest } from '@quirecms/sdk'
import { describe, expect, it } from 'vitest'
import { lowerFirst } from '../words/formats.ts'
import { labelOf, navigationOf, singular, singularOf } from './entities.ts'
import { plainField } from './schema.ts'
import { schemaIn } from './schema-in.ts'

const field = (given: Partial<PublicField> & Pick<PublicField, 'name'>): PublicField => ({
  ...plainField({ name: given.name }),
  ...given,
})

const entity = (given: Partial<PublicEntity> & Pick<PublicEntity, 'slug'>): PublicEntity => ({
  label: given.slug,
  description: null,
  localized: false,
  operations: [],
  bulkActions: [],
  parameters: [],
  systemFields: [],
  fields: [],
  ...given,
})

const manifest: PublicManifest = {
  collections: {
    posts: entity({
      slug: 'posts',
      label: { en: 'Posts', de: 'Beiträge' },
      fields: [
        field({
          name: 'tone',
          label: { en: 'Tone', de: 'Ton' },
          description: { de: 'Wie es klingt.' },
          options: [
            { value: 'loud', label: { en: 'Loud', de: 'Laut' } },
            { value: 'plain', label: 'plain' },
          ],
          admin: { tab: { en: 'Look', de: 'Aussehen' }, width: 'half' },
        }),
        field({
          name: 'parts',
          blocks: {
            quote: { label: { en: 'Quote', de: 'Zitat' }, fields: [field({ name: 'by', label: { de: 'Von' } })] },
          },
        }),
      ],
      admin: { group: { en: 'Writing', de: 'Texte' }, icon: 'feather' },
    }),
    tags: entity({ slug: 'tags', admin: { group: { en: 'Writing', de: 'Texte' } } }),
  },
  globals: {},
  operations: [],
  localization: null,
  admin: { users: null },
}

const names = { content: 'Content', site: 'Site' }
const own = { createdBy: 'Erstellt von', email: 'E-Mail-Adresse', filename: 'Dateiname', tags: 'Schlagwörter' }

describe('the schema in a language', () => {
  it('translates all of its labels, at every depth, and changes nothing else', () => {
    const posts = schemaIn(manifest, 'de', own).collections['posts']
    expect(posts).toMatchObject({
      label: 'Beiträge',
      admin: { group: 'Texte', icon: 'feather' },
      fields: [
        {
          label: 'Ton',
          description: 'Wie es klingt.',
          options: [
            { value: 'loud', label: 'Laut' },
            { value: 'plain', label: 'plain' },
          ],
          admin: { tab: 'Aussehen', width: 'half' },
        },
        { label: null, blocks: { quote: { label: 'Zitat', fields: [{ label: 'Von' }] } } },
      ],
    })
  })

  it('falls back to English, or to any text that exists', () => {
    const posts = schemaIn(manifest, 'fr', own).collections['posts']
    expect(posts).toMatchObject({ label: 'Posts', fields: [{ label: 'Tone', description: 'Wie es klingt.' }, {}] })
  })

  it('labels the fields that come with users, files and authors, unless the application does, but no other fields', () => {
    const file = field({ name: 'filename', readOnly: true })
    const labels = (operations: string[], ...fields: PublicField[]) => {
      const collections = { things: entity({ slug: 'things', operations, fields }) }
      return schemaIn({ ...manifest, collections }, 'de', own).collections['things']?.fields.map(({ label }) => label)
    }
    expect(labels(['readFile'], file, field({ name: 'tags' }))).toEqual(['Dateiname', 'Schlagwörter'])
    expect(labels(['login'], field({ name: 'email' }))).toEqual(['E-Mail-Adresse'])
    expect(labels([], field({ name: 'createdBy', readOnly: true }))).toEqual(['Erstellt von'])
    expect(labels(['login'], field({ name: 'email', label: 'Post' }))).toEqual(['Post'])
    expect(labels([], field({ name: 'email' }), field({ name: 'tags' }), field({ name: 'createdBy' }))).toEqual([
      null,
      null,
      null,
    ])
  })

  it('returns the same object until the language changes', () => {
    expect(schemaIn(manifest, 'de', own)).toBe(schemaIn(manifest, 'de', own))
    expect(schemaIn(manifest, 'de', own)).not.toBe(schemaIn(manifest, 'en', own))
  })

  it('gathers collections in one navigation group, whatever the language of its name', () => {
    for (const [language, label] of [
      ['en', 'Writing'],
      ['de', 'Texte'],
    ] as const)
      expect(
        navigationOf(schemaIn(manifest, language, own), names).map((group) => [group.label, group.entries.length]),
      ).toEqual([[label, 2]])
  })

  it('derives singular labels only from English labels, by English rules', () => {
    const [german, english] = ['de', 'en'].map((language) => schemaIn(manifest, language, own).collections)
    expect(singularOf(english?.['posts'] ?? entityOf())).toBe('post')
    expect(singularOf(german?.['posts'] ?? entityOf())).toBe('Beiträge')
    expect(labelOf(german?.['tags'] ?? entityOf())).toBe('Tags')
  })

  it.each([
    ['categories', 'category'],
    ['dishes', 'dish'],
    ['boxes', 'box'],
    ['courses', 'course'],
    ['people', 'person'],
    ['series', 'series'],
    ['press', 'press'],
    ['FAQs', 'FAQ'],
  ])('the singular of %s is %s', (plural, one) => expect(singular(lowerFirst(plural))).toBe(one))
})

function entityOf(): never {
  throw new Error('There is no such collection.')
}
