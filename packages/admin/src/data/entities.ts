import { lowerFirst } from '../words/formats.ts'
import type { EntitySchema, FieldSchema, Schema } from './schema.ts'

/** Fields that name a document, if nothing else says which one does. */
const TITLES = ['title', 'name', 'label', 'headline', 'subject', 'filename', 'email']

export function can(entity: EntitySchema, operation: string): boolean {
  return entity.operations.includes(operation)
}

export const isUpload = (entity: EntitySchema) => can(entity, 'readFile')
export const isAuth = (entity: EntitySchema) => can(entity, 'login')
export const hasDrafts = (entity: EntitySchema) => can(entity, 'publish')

/** Requests the newest version that the actor may read. Lists, counts and forms all use it, so that they agree. */
export const newestOf = (entity: EntitySchema | undefined) =>
  entity && hasDrafts(entity) ? ({ draft: 'newest' } as const) : {}
export const hasTrash = (entity: EntitySchema) => can(entity, 'restoreDeleted')

export function entitiesOf({ collections, globals }: Schema): EntitySchema[] {
  return [...Object.values(collections), ...Object.values(globals)]
}

/** The collections in the navigation: all except hidden ones and auth collections. */
export function contentOf({ collections }: Schema): EntitySchema[] {
  return Object.values(collections).filter((entity) => !isAuth(entity) && !entity.admin?.hidden)
}

/** `siteSettings` and `site-settings` become "Site settings". Codes such as "EUR" and "XL" stay. */
export function humanize(name: string): string {
  if (/^[A-Z]{2,3}$/.test(name)) return name
  const spaced = name.replace(/[-_]+/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}

export function labelOf(thing: {
  readonly label: string | null
  readonly name?: string
  readonly slug?: string
}): string {
  const name = thing.name ?? thing.slug ?? ''
  // A collection without a label has its slug as label.
  return thing.label === null || thing.label === name ? humanize(name) : thing.label
}

/** Singular label: `admin.singular`, or derived from the plural, such as "post" from "Posts". */
export function singularOf(entity: EntitySchema): string {
  if (entity.admin?.singular) return entity.admin.singular
  return singular(lowerFirst(labelOf(entity)))
}

/** Irregular plurals. */
const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  news: 'news',
  series: 'series',
  movies: 'movie',
}

/** English singular: "section" from "sections". */
export function singular(plural: string): string {
  const irregular = IRREGULAR[plural.toLowerCase()]
  if (irregular !== undefined) return irregular
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  return plural.endsWith('s') && !plural.endsWith('ss') ? plural.slice(0, -1) : plural
}

/** The field whose value stands for a document in lists, pickers and headings. */
export function titleFieldOf(entity: EntitySchema): FieldSchema | undefined {
  const named = entity.admin?.title
  if (named !== undefined) return entity.fields.find(({ name }) => name === named)
  const texts = entity.fields.filter(({ type, many }) => /^(text|email)/.test(type) && !many)
  const names = isUpload(entity) ? ['filename', ...TITLES] : TITLES
  const [best] = names.flatMap((name) => texts.find((one) => one.name === name) ?? [])
  return best ?? texts.find(({ type }) => type !== 'textarea') ?? texts[0]
}

/** Filters the names by the fields of the collection; the service refuses others. */
export function namesIn(entity: EntitySchema | undefined, names: readonly string[]): string[] {
  const known = new Set([...(entity?.systemFields ?? []), ...(entity?.fields ?? [])].map(({ name }) => name))
  return names.filter((name) => known.has(name))
}

export function titleOf(entity: EntitySchema, doc: Readonly<Record<string, unknown>>): string {
  const field = titleFieldOf(entity)
  const value = field && doc[field.name]
  return typeof value === 'string' ? value : ''
}

export function fieldAt(fields: readonly FieldSchema[], path: string): FieldSchema | undefined {
  const [head, ...rest] = path.split('.')
  const field = fields.find(({ name }) => name === head)
  if (rest.length === 0 || !field) return field
  if (field.blocks) {
    const [block = '', ...inside] = rest
    return fieldAt(field.blocks[block]?.fields ?? [], inside.join('.'))
  }
  return fieldAt(field.fields ?? [], rest.join('.'))
}

/** The collection whose users sign in here. */
export function userCollection(schema: Schema): string | undefined {
  return schema.admin?.users ?? Object.values(schema.collections).find(isAuth)?.slug
}

export interface NavigationGroup {
  readonly label: string | null
  readonly entries: readonly { readonly kind: 'collection' | 'global'; readonly entity: EntitySchema }[]
}

/** Collections and globals in the groups of the configuration; the others are in two groups of ours. */
export function navigationOf(
  schema: Schema,
  names: { readonly content: string; readonly site: string },
): NavigationGroup[] {
  const groups = new Map<string, NavigationGroup['entries'][number][]>()
  const add = (kind: 'collection' | 'global', entity: EntitySchema, fallback: string) => {
    if (entity.admin?.hidden) return
    const label = entity.admin?.group ?? fallback
    const group = groups.get(label) ?? []
    group.push({ kind, entity })
    groups.set(label, group)
  }
  const collections = Object.values(schema.collections)
  for (const entity of collections.filter((one) => !isAuth(one))) add('collection', entity, names.content)
  for (const entity of Object.values(schema.globals)) add('global', entity, names.site)
  for (const entity of collections.filter(isAuth)) add('collection', entity, names.site)
  return [...groups].map(([label, entries]) => ({ label, entries }))
}
