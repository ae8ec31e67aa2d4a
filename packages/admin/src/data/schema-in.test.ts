import type { PublicEntity, PublicField, PublicManifest } from '@quire/sdk'
import { describe, expect, it } from 'vitest'
import { labelOf, navigationOf, singularOf } from './entities.ts'
import { plainField } from './plain-field.ts'
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

describe('the schema in a language', () => {
  it('has all of its words in that language, at every depth, and all else as it was', () => {
    const posts = schemaIn(manifest, 'de').collections['posts']
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

  it('falls back to English, or to what there is', () => {
    const posts = schemaIn(manifest, 'fr').collections['posts']
    expect(posts).toMatchObject({ label: 'Posts', fields: [{ label: 'Tone', description: 'Wie es klingt.' }, {}] })
  })

  it('is the same object as long as the language is', () => {
    expect(schemaIn(manifest, 'de')).toBe(schemaIn(manifest, 'de'))
    expect(schemaIn(manifest, 'de')).not.toBe(schemaIn(manifest, 'en'))
  })

  it('gathers collections in one group of the navigation, whatever its name is', () => {
    for (const [language, label] of [
      ['en', 'Writing'],
      ['de', 'Texte'],
    ] as const)
      expect(
        navigationOf(schemaIn(manifest, language), names).map((group) => [group.label, group.entries.length]),
      ).toEqual([[label, 2]])
  })

  it('makes a singular by the rules of English of English labels alone', () => {
    const [german, english] = ['de', 'en'].map((language) => schemaIn(manifest, language).collections)
    expect(singularOf(english?.['posts'] ?? entityOf())).toBe('post')
    expect(singularOf(german?.['posts'] ?? entityOf())).toBe('Beiträge')
    expect(labelOf(german?.['tags'] ?? entityOf())).toBe('Tags')
  })
})

function entityOf(): never {
  throw new Error('There is no such collection.')
}
