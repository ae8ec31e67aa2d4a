import {
  collection,
  defineConfig,
  f,
  type Doc,
  type FindOptions,
  type GlobalDoc,
  type JsonValue,
  type PopulateOf,
  type QuireConfig,
  type UnpopulatedId,
} from '@quirecms/core'
import type { LocalApi, SystemApi } from '@quirecms/features'
import { expectTypeOf, test } from 'vitest'
import type { Config as Blog } from './blog.ts'
import type { Config } from './magazine.ts'

declare const local: LocalApi<Config>
const calendar = defineConfig({
  collections: { events: collection({ fields: { at: f.date(), on: f.date({ only: 'day' }) } }) },
})
type Or<Document> = Document | UnpopulatedId<Document>
const { articles, comments, people, tags } = local.collections
const { front, imprint } = local.globals

test('results have the form of the options', async () => {
  const { docs } = await articles.find({ limit: 3, populate: { author: true }, select: { author: true, title: true } })
  expectTypeOf(docs).toEqualTypeOf<{ id: string; title: string; author: Or<Doc<Config, 'people'>> }[]>()
  const options = { depth: 1, locale: 'all' } as const
  expectTypeOf(await articles.findOne('id', options)).toEqualTypeOf<Doc<Config, 'articles', typeof options>>()
  expectTypeOf(await articles.findOne('id')).toEqualTypeOf<Doc<Config, 'articles'>>()
  const made = await comments.create({ text: 'Yes' }, { populate: { by: { select: { name: true } } } })
  expectTypeOf(made.by).toEqualTypeOf<Or<{ id: string; name: string }> | null>()
  const changed = await comments.update('id', { text: 'No' }, { depth: 1, ifMatch: 2 })
  expectTypeOf(changed).toEqualTypeOf<Doc<Config, 'comments', { depth: 1 }>>()
  const copy = await comments.duplicate('id', {}, { select: { text: true } })
  expectTypeOf(copy).toEqualTypeOf<{ id: string; text: string }>()
  expectTypeOf(await front.get({ depth: 1 })).toEqualTypeOf<GlobalDoc<Config, 'front', { depth: 1 }>>()
  const { lead } = await front.update({ headline: 'x' }, { populate: { lead: { select: { slug: true } } } })
  expectTypeOf(lead).toEqualTypeOf<Or<{ id: string; slug: string | null }> | null>()
})

test('a selected field that may be unreadable may be absent', async () => {
  const article = await articles.findOne('id', { select: { editor: true } })
  expectTypeOf(article).toEqualTypeOf<{ id: string; editor?: string | null }>()
})

test('options that are unknown at compile time give a result that holds for all of them', async () => {
  const depth: number = Math.random()
  const deep = await comments.findOne('id', { depth })
  expectTypeOf(deep).toEqualTypeOf<Doc<Config, 'comments', { depth: 5 }>>()
  const locale = Math.random() > 0.5 ? 'de' : 'all'
  const { title } = await articles.findOne('id', { locale, select: { title: true } })
  expectTypeOf(title).toEqualTypeOf<string | { en?: string | null; de?: string | null }>()
  const select: { label?: true; weight?: true } = {}
  expectTypeOf(await tags.findOne('id', { select })).toEqualTypeOf<{
    id: string
    revision?: number
    createdAt?: string
    updatedAt?: string
    label?: string | null
    weight?: number | null
  }>()
})

test('populations and options in variables have the type of their possible values', async () => {
  const populate: PopulateOf<Config, 'comments'> = { by: true }
  const { by } = await comments.findOne('id', { populate })
  expectTypeOf<string | Doc<Config, 'people'> | { id: string } | null>().toExtend<typeof by>()
  if (by !== null && typeof by === 'object') expectTypeOf(by.id).toEqualTypeOf<string>()
  // @ts-expect-error the name may not have been selected
  if (by !== null && typeof by === 'object') expectTypeOf(by.name).toEqualTypeOf<string>()
  const options: FindOptions<Config, 'comments'> = { where: { 'by.name': { equals: 'Ada' } } }
  const { docs } = await comments.find(options)
  expectTypeOf(docs[0]?.text).toEqualTypeOf<string | undefined>()
})

test('depth and populate exclude each other', () => {
  // @ts-expect-error both
  void articles.find({ depth: 1, populate: { author: true } })
  // @ts-expect-error both
  void articles.findOne('id', { populate: { author: true }, depth: 1 })
  // @ts-expect-error both
  void front.get({ populate: { lead: true }, depth: 0 })
  // @ts-expect-error five levels at most
  void articles.find({ depth: 6 })
})

test('calls check nested options at any depth', () => {
  void articles.find({ populate: { author: { select: { name: true }, populate: { mentor: true } } } })
  // @ts-expect-error there is no such relationship, beside one that is
  void articles.find({ populate: { author: true, autor: true } })
  // @ts-expect-error people have no title, beside the name
  void articles.find({ populate: { author: { select: { name: true, title: true } } } })
  // @ts-expect-error people have no author
  void articles.findOne('id', { populate: { author: { populate: { mentor: true, author: true } } } })
  // @ts-expect-error there is no such option
  void articles.findOne('id', { populate: { author: { select: { name: true }, where: {} } } })
  // @ts-expect-error there is no such field, beside one that is
  void articles.findOne('id', { select: { title: true, nothing: true } })
  // @ts-expect-error nor in the group
  void articles.findOne('id', { select: { credits: { note: true, nothing: true } } })
  // @ts-expect-error true or false, not both
  void articles.findOne('id', { select: { title: true, slug: false } })
  // @ts-expect-error lists have a limit, documents have not
  void articles.findOne('id', { depth: 1, limit: 3 })
  // @ts-expect-error nothing is created on the basis of a revision
  void comments.create({ text: 'x' }, { depth: 1, ifMatch: 3 })
  // @ts-expect-error there is no such locale
  void articles.findOne('id', { locale: 'fr' })
})

test('writable joins are changed where there are some', async () => {
  const person = await people.changeJoin('id', 'articles', { additions: ['a'], removals: ['b'] })
  expectTypeOf(person).toEqualTypeOf<Doc<Config, 'people'>>()
  const selected = await people.changeJoin('id', 'activity.comments', {}, { select: { name: true }, ifMatch: 1 })
  expectTypeOf(selected).toEqualTypeOf<{ id: string; name: string }>()
  // @ts-expect-error this one is not writable
  void people.changeJoin('id', 'activity.mentions', {})
  // @ts-expect-error there is no such list
  void people.changeJoin('id', 'articles', { add: ['a'] })
  expectTypeOf(articles).not.toHaveProperty('changeJoin')
  expectTypeOf(tags).not.toHaveProperty('changeJoin')
})

test('locales are copied where a field is localized', async () => {
  const article = await articles.copyLocale('id', { from: 'en', to: 'de' }, { locale: 'all', select: { title: true } })
  expectTypeOf(article).toEqualTypeOf<{ id: string; title: { en?: string | null; de?: string | null } }>()
  expectTypeOf(await front.copyLocale({ from: 'de', to: 'en' })).toEqualTypeOf<GlobalDoc<Config, 'front'>>()
  // @ts-expect-error there is no such locale
  void articles.copyLocale('id', { from: 'en', to: 'fr' })
  // @ts-expect-error both are needed
  void front.copyLocale({ from: 'en' })
  expectTypeOf(comments).not.toHaveProperty('copyLocale')
  expectTypeOf(imprint).not.toHaveProperty('copyLocale')
  expectTypeOf<LocalApi<Blog>['collections']['posts']>().toHaveProperty('copyLocale')
})

test('without locales there is no option for one', () => {
  type Plain = QuireConfig<Config['collections'], NonNullable<Config['globals']>, never>
  const plain = local as unknown as LocalApi<Plain>
  void plain.collections.articles.find({ where: { 'author.mentor.name': { equals: 'x' } }, sort: 'author.name' })
  // @ts-expect-error there are no locales
  void plain.collections.articles.find({ locale: 'all' })
  expectTypeOf(plain.collections.articles).not.toHaveProperty('copyLocale')
})

test('the API of an unknown configuration accepts any valid shape', async () => {
  const { collections, globals } = local as unknown as LocalApi<QuireConfig>
  const posts = collections['posts']
  const where = { 'author.name': { equals: 'x' }, or: [{ title: { like: 'x' } }] }
  const found = await posts?.find({ where, sort: ['-author.name'], populate: { author: { populate: { team: true } } } })
  expectTypeOf(found?.docs[0]?.id).toEqualTypeOf<string | undefined>()
  expectTypeOf(found?.docs[0]?.['title']).toExtend<JsonValue | undefined>()
  await posts?.changeJoin('id', 'comments', { additions: ['x'] })
  await posts?.copyLocale('id', { from: 'en', to: 'de' })
  await globals['settings']?.get({ depth: 1 })
})

test('operations on many documents have the types of single ones', async () => {
  for await (const doc of comments.each({ select: { text: true } })) {
    expectTypeOf(doc).toEqualTypeOf<{ id: string; text: string }>()
  }
  const made = await comments.createMany([{ text: 'Yes' }], { atomic: true, transactionTimeout: '1m' })
  expectTypeOf(made).toExtend<Doc<Config, 'comments'>[]>()
  for (const result of made.results) if (!result.ok) expectTypeOf(result.error.message).toEqualTypeOf<string>()
  const changed = await comments.updateMany({ where: {}, data: { text: 'No' } })
  expectTypeOf(changed.updated).toEqualTypeOf<number>()
  expectTypeOf(changed.failed).toEqualTypeOf<number>()
  const removed = await comments.deleteMany({ where: { text: { equals: 'No' } } })
  expectTypeOf(removed.deleted).toEqualTypeOf<number>()
  expectTypeOf(removed.results).toEqualTypeOf<typeof changed.results>()
  // @ts-expect-error -- no such option
  await comments.updateMany({ where: {}, data: { text: 'No' } }, { atomic: 'yes' })
  // @ts-expect-error -- no such field
  await comments.createMany([{ text: 'Yes', nonsense: 1 }])
  // @ts-expect-error -- which ones?
  await comments.updateMany({ data: { text: 'No' } })
  // @ts-expect-error -- no such path
  await comments.deleteMany({ where: { nonsense: { equals: 1 } } })
  // @ts-expect-error -- the order is its own
  comments.each({ sort: 'text' })
})

test('a transaction returns the result of its function', async () => {
  const made = await local.asSystem().transaction(async (inside) => {
    expectTypeOf(inside).toEqualTypeOf<SystemApi<Config>>()
    return inside.collections.comments.create({ text: 'Yes' })
  })
  expectTypeOf(made).toEqualTypeOf<Doc<Config, 'comments'>>()
})

test('hidden fields exist only for the system', async () => {
  const system = local.asSystem().collections.articles
  expectTypeOf((await system.findOne('id')).reviewer).toEqualTypeOf<string | null>()
  void system.create({ title: 'x', author: 'x', reviewer: 'x' })
  void system.find({ where: { 'reviewer.name': { equals: 'x' } }, populate: { reviewer: true } })
  // @ts-expect-error other features do not write it
  void articles.create({ title: 'x', author: 'x', reviewer: 'x' })
  // @ts-expect-error it has no such field either way
  void system.create({ title: 'x', author: 'x', nothing: 'x' })
  // Without any, functions that take one API also take the other.
  expectTypeOf<SystemApi<typeof calendar>>().toEqualTypeOf<LocalApi<typeof calendar>>()
})

test('dates can be passed as Date', () => {
  const { events } = {} as LocalApi<typeof calendar>['collections']
  void (() => events.create({ at: new Date(), on: '2026-03-01' }))
  void (() => events.find({ where: { at: { less_than: new Date() }, createdAt: { greater_than: new Date() } } }))
  // @ts-expect-error a day is no point in time
  void (() => events.create({ on: new Date() }))
})
