import type { Entity } from '../../packages/core/src/contracts/entity.ts'
import type { FieldDefinitions, FieldNode } from '../../packages/core/src/contracts/field.ts'
import type { LocaleChoice, Localization } from '../../packages/core/src/contracts/localization.ts'
import { f } from '../../packages/core/src/fields/index.ts'
import { resolveFields } from '../../packages/core/src/manifest/resolve-fields.ts'
import { baseSystemFields } from '../../packages/core/src/manifest/resolve-entity.ts'
import { tableOf } from '../../packages/core/src/manifest/table.ts'
import { openPaths } from '../../packages/core/src/query/open-paths.ts'
import type { OtherCollection } from '../../packages/core/src/query/path-root.ts'

const LOCALIZATION: Localization = {
  locales: ['en', 'de', 'fr'],
  defaultLocale: 'en',
  fallback: { en: [], de: ['en'], fr: [] },
}

/** Resolved fields without an application around them. */
function fieldsOf(definitions: FieldDefinitions, localization: Localization | null = null): readonly FieldNode[] {
  return resolveFields(definitions, localization, ['posts', 'users'])
}

/** One resolved field, called `field`. */
export function fieldOf(definition: FieldDefinitions[string]): FieldNode {
  const [node] = fieldsOf({ field: definition })
  if (!node) throw new Error('there is no field')
  return node
}

type OpenEntity = Pick<Entity, 'slug' | 'fields' | 'systemFields' | 'table'>

export function entityOf(
  slug: string,
  definitions: FieldDefinitions,
  localization: Localization | null = null,
): OpenEntity {
  const fields = fieldsOf(definitions, localization)
  const systemFields = baseSystemFields('collection')
  const shape = {
    kind: 'collection',
    slug,
    fields,
    joined: new Set<string>(),
    isComplete: true,
    isForDrafts: false,
  } as const
  const table = tableOf({ ...shape, renamed: { from: undefined, contents: [] } }, [], localization)
  return { slug, fields, systemFields, table }
}

/** Two collections that have every way in which a path can go on. */
export const journal = {
  posts: entityOf(
    'posts',
    {
      title: f.text(),
      views: f.number(),
      ratings: f.number({ many: true }),
      done: f.checkbox(),
      at: f.date(),
      kind: f.select({ options: ['news', 'essay', 'poem'] }),
      labels: f.select({ options: ['a', 'b', 'c'], many: true }),
      author: f.relationship({ to: 'users' }),
      editors: f.relationship({ to: 'users', many: true }),
      about: f.relationship({ to: ['posts', 'users'] }),
      place: f.point(),
      extra: f.json(),
      body: f.richText(),
      seo: f.group({ fields: { note: f.text(), score: f.number(), secret: f.text({ hidden: true }) } }),
      rows: f.array({ fields: { label: f.text(), amount: f.number(), author: f.relationship({ to: 'users' }) } }),
      sections: f.blocks({
        blocks: { quote: { fields: { text: f.text() } }, figure: { fields: { size: f.number(), text: f.text() } } },
      }),
      name: f.text({ localized: true }),
      secret: f.text({ hidden: true }),
      shown: f.virtual({ value: () => 1 }),
    },
    LOCALIZATION,
  ),
  users: entityOf(
    'users',
    {
      name: f.text(),
      title: f.text(),
      age: f.number(),
      boss: f.relationship({ to: 'users' }),
      secret: f.text({ hidden: true }),
      written: f.join({ collection: 'posts', on: 'author' }),
      finished: f.join({ collection: 'posts', on: 'author', where: { done: { equals: true } }, limit: 5 }),
    },
    LOCALIZATION,
  ),
} as const

export const ENGLISH: LocaleChoice = { all: false, locale: 'en', chain: ['en'] }
export const GERMAN: LocaleChoice = { all: false, locale: 'de', chain: ['de', 'en'] }
export const EVERY_LOCALE: LocaleChoice = { all: true, locales: LOCALIZATION.locales }

/** Every path of the journal, for a reader who may use them all. */
export function rootOf(slug: keyof typeof journal = 'posts', locale: LocaleChoice = ENGLISH): OtherCollection {
  return openPaths(journal[slug], { collections: journal, localization: LOCALIZATION, locale })
}

/** The issues of a refused query; none where it is not refused. */
export function issuesOf(work: () => unknown): readonly { readonly code: string; readonly path: string }[] {
  try {
    work()
    return []
  } catch (error) {
    const { issues = [], code } = error as { issues?: readonly { code: string; path: string }[]; code?: string }
    if (code !== 'invalid_query') throw error
    return issues.map((issue) => ({ code: issue.code, path: issue.path }))
  }
}
