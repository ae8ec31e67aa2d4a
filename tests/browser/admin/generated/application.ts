import type { Rule } from '@quirecms/core'
import { type CollectionConfig, collection, f, type GlobalConfig, type QuireConfig } from 'quirecms'
import { Dice } from './dice.ts'
import { definitionsOf, type GeneratedFields, someFields, type Surroundings, valuesOf } from './fields.ts'

export interface GeneratedApplication {
  readonly config: QuireConfig
  readonly documents: Readonly<Record<string, () => Record<string, unknown>>>
  readonly person: () => Record<string, unknown>
  readonly locales: readonly string[]
}

const NAMES = ['posts', 'people', 'notes', 'events', 'papers', 'archives']
const FILES = ['media', 'letters']
const GLOBALS = ['settings', 'imprint']

/** A picture of one point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const isAdmin: Rule = ({ actor }) => (actor?.['roles'] as readonly unknown[] | null)?.includes('admin') ?? false
const nobody: Rule = () => false
const anybody: Rule = ({ actor }) => actor !== null
const own: Rule = (args) => isAdmin(args) === true || { createdBy: { equals: args.actor?.id ?? '' } }
const recent: Rule = (args) => isAdmin(args) === true || { createdAt: { greater_than: '2000-01-01' } }

/** A random application, the same for each seed. */
export function generateApplication(seed: number): GeneratedApplication {
  const dice = new Dice(seed)
  const locales = dice.one([[], ['en', 'de'], ['de', 'ar', 'en']])
  const names = NAMES.slice(0, dice.count(1, 3))
  const uploads = FILES.slice(0, dice.count(0, 2))
  const around = { dice, isLocalized: locales.length > 0, collections: ['users', ...names, ...uploads], uploads }
  const documents: Record<string, () => Record<string, unknown>> = {}

  const ofEntity = (slug: string, most: number): GeneratedFields => {
    const fields = { ...titleOf(around), ...someFields(around, most) }
    documents[slug] = () => valuesOf(fields)
    return fields
  }
  const collections: Record<string, CollectionConfig> = {}
  for (const slug of names) {
    const fields = ofEntity(slug, 9)
    collections[slug] = { ...traitsOf(around, fields), ...dice.maybe(0.5, { trash: true }) }
  }
  for (const slug of uploads) {
    const fields = someFields(around, 3)
    documents[slug] = () => ({ ...valuesOf(fields), file: { name: 'point.png', content: POINT } })
    collections[slug] = { ...traitsOf(around, fields), upload: uploadOf(dice) }
  }
  const globals: Record<string, GlobalConfig> = {}
  for (const slug of GLOBALS.slice(0, dice.count(0, 2))) {
    const {
      trash: _,
      defaultSort: _sort,
      search: _search,
      locks: _locks,
      ...traits
    } = traitsOf(around, ofEntity(slug, 6))
    const { read = anybody, update = anybody } = traits.access ?? {}
    globals[slug] = { ...traits, access: { read, update } }
  }
  const people = someFields({ ...around, isLocalized: around.isLocalized && dice.happens(0.5) }, 4)
  const config: QuireConfig = {
    ...(locales[0] !== undefined && {
      localization: {
        locales,
        defaultLocale: locales[0],
        ...dice.maybe(0.5, { fallback: { [locales.at(-1) ?? '']: [locales[0]] } }),
      },
    }),
    ...dice.maybe(0.3, { admin: { branding: { name: 'A house of its own', accent: '#14532d' } } }),
    collections: {
      users: collection({
        auth: dice.one([true, { apiKeys: true }]),
        ...dice.maybe(0.3, { versions: true }),
        ...dice.maybe(0.3, { trash: true }),
        access: { read: anybody, create: isAdmin, update: dice.one([isAdmin, own]), delete: isAdmin },
        authors: true,
        fields: {
          ...definitionsOf(people),
          name: f.text(),
          roles: f.select({ options: ['admin', 'author'], many: true }),
        },
      }),
      ...collections,
    },
    globals,
  }
  return { config, documents, person: () => valuesOf(people), locales }
}

function titleOf({ dice, isLocalized }: Surroundings): GeneratedFields {
  const name = dice.one(['title', 'name', 'heading', null])
  if (name === null) return {}
  const definition = f.text({ required: dice.happens(0.6), ...(isLocalized && dice.maybe(0.6, { localized: true })) })
  const slug = f.slug({ from: name, ...dice.maybe(0.5, { unique: true }) })
  return {
    [name]: {
      definition,
      value: () => dice.one(['Marbled paper', 'A', 'Ein sehr langes Wort: Buchbinderwerkstattgesellschaft']),
    },
    ...dice.maybe(0.4, { slug: { definition: slug, value: () => undefined } }),
  }
}

function traitsOf({ dice, isLocalized }: Surroundings, fields: GeneratedFields): CollectionConfig {
  const names = Object.keys(fields)
  const [searched] = names.filter((name) => /^(title|name|heading)$/.test(name))
  return {
    fields: definitionsOf(fields),
    access: rulesOf(dice),
    authors: true,
    ...dice.maybe(0.7, { versions: versionsOf(dice) }),
    ...dice.maybe(0.2, { trash: true }),
    ...dice.maybe(0.2, { locks: false }),
    ...dice.maybe(0.5, { comments: true }),
    ...dice.maybe(0.3, { defaultSort: '-updatedAt' }),
    ...(searched !== undefined && dice.maybe(0.5, { search: { fields: [searched] } })),
    ...dice.maybe(0.4, { label: isLocalized ? { en: 'Things', de: 'Dinge', ar: 'أشياء' } : 'Things' }),
    ...dice.maybe(0.3, { description: 'What is kept here' }),
    ...dice.maybe(0.6, {
      admin: {
        ...dice.maybe(0.5, { group: dice.one(['Content', { en: 'Archive', de: 'Archiv' }]) }),
        ...dice.maybe(0.5, { icon: dice.one(['file-text', 'no-such-icon']) }),
        ...dice.maybe(0.3, { columns: names.slice(0, 4) }),
        ...dice.maybe(0.3, { preview: '/preview/{id}?token={token}' }),
        ...dice.maybe(0.1, { hidden: true }),
      },
    }),
  }
}

function versionsOf(dice: Dice) {
  const drafts = dice.one([true, { autosave: true }, { validate: true }])
  return dice.one([true, { max: 2 }, { drafts }, { drafts, max: 3 }])
}

function rulesOf(dice: Dice): NonNullable<CollectionConfig['access']> {
  const any = [isAdmin, anybody, own, recent]
  return {
    ...dice.maybe(0.7, { read: dice.one([...any, anybody]) }),
    ...dice.maybe(0.5, { create: dice.one([isAdmin, anybody, nobody]) }),
    ...dice.maybe(0.6, { update: dice.one([...any, nobody]) }),
    ...dice.maybe(0.4, { delete: dice.one([...any, nobody]) }),
    ...dice.maybe(0.4, { readDrafts: dice.one(any) }),
    ...dice.maybe(0.3, { readVersions: dice.one(any) }),
    ...dice.maybe(0.3, { publish: dice.one([...any, nobody]) }),
    ...dice.maybe(0.2, { unlock: isAdmin }),
    ...dice.maybe(0.2, { deletePermanent: nobody }),
  }
}

function uploadOf(dice: Dice): NonNullable<CollectionConfig['upload']> {
  if (dice.happens(0.3)) return true
  return {
    ...dice.maybe(0.5, { sizes: { small: { width: 40, height: 40, fit: 'cover' } } }),
    ...dice.maybe(0.4, { folders: true }),
    ...dice.maybe(0.4, { tags: true }),
    ...dice.maybe(0.3, { images: true }),
    ...dice.maybe(0.3, { remote: { hosts: ['images.example.com'] } }),
  }
}
