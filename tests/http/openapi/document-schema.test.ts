import { collection, f, global } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { describeApi } from '@quirecms/server'
import { describe, expect, test } from 'vitest'
import { richConfig } from './rich-application.ts'
import { SchemaCompiler } from './schema-compiler.ts'

const manifest = resolveApplication(richConfig)
const compiler = new SchemaCompiler(
  describeApi({ manifest, info: { title: 'Rich', version: '1' }, quireVersion: '0.1.0' }),
)

const id = '0199c8a0-0000-7000-8000-000000000000'
const system = { id, revision: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const minimal = { title: 'News', tags: ['a'], author: id, seo: { description: 'About news' } }

const whole = { ...system, id: 'settings', siteName: null, logo: null, homepage: null }
const link = { label: 'Home', url: '/' }

type Case = readonly [what: string, component: string, value: unknown]

const sound: Case[] = [
  [
    'a document with what is empty as null',
    'BlogPostsView',
    { ...system, title: 'N', mood: null, tags: [], sections: [] },
  ],
  ['what `select` leaves', 'BlogPostsView', { id }],
  ['a title that the locale has not', 'BlogPostsView', { ...system, title: null }],
  ['a virtual field of any kind', 'BlogPostsView', { ...system, readingTime: { minutes: 3 } }],
  ['rows with their id', 'BlogPostsView', { id, links: [{ id: 'r1', label: null, url: '/' }] }],
  [
    'blocks of several kinds',
    'BlogPostsView',
    { id, sections: [quote('r1'), { ...gallery('r2'), nested: [note('r3')] }] },
  ],
  ['a value that the application describes', 'BlogPostsView', { id, meta: { children: [{ children: [] }] } }],
  [
    'documents in the place of ids',
    'BlogPostsView',
    { id, author: { id, name: 'Ada' }, related: [pair({ id, title: 'A' })] },
  ],
  ['ids that could not be populated', 'BlogPostsView', { id, author: id, related: [pair(id)] }],
  [
    'a join of ids and documents',
    'AuthorsView',
    { id, posts: { docs: [id, { id }], totalDocs: 2, hasNextPage: false } },
  ],
  [
    'populated documents in all locales',
    'BlogPostsViewAllLocales',
    { id, related: [pair({ id, title: { en: 'A' } })] },
  ],
  ['all locales at once', 'BlogPostsViewAllLocales', { id, title: { en: 'News' }, faq: { de: [] }, free: {} }],
  [
    'localized fields inside blocks',
    'BlogPostsViewAllLocales',
    { id, sections: [{ ...quote('r1'), text: { de: 'Zitat' } }] },
  ],
  ['a global without content', 'SettingsGlobalView', { ...system, id: 'settings', siteName: null, homepage: null }],
  ['a whole global', 'SettingsGlobal', whole],
  ['a whole document', 'TagsDocument', { ...system, name: 'News' }],
  ['a new document', 'BlogPostsCreate', minimal],
  ['a new document with rows', 'BlogPostsCreate', { ...minimal, links: [link, link], sections: [quote(), gallery()] }],
  ['no rows, where two are the least', 'BlogPostsCreate', { ...minimal, links: [] }],
  ['null for what is optional', 'BlogPostsCreate', { ...minimal, mood: null, links: null, place: null, meta: null }],
  ['polymorphic references', 'BlogPostsCreate', { ...minimal, related: [{ relationTo: 'authors', value: id }] }],
  ['a new document in all locales', 'BlogPostsCreateAllLocales', { ...minimal, title: { en: 'News', de: 'Neues' } }],
  ['no change', 'BlogPostsUpdate', {}],
  ['a change of one field', 'BlogPostsUpdate', { mood: 'wild' }],
  ['a list that grows', 'BlogPostsUpdate', { tags: { append: ['b'] } }],
  ['a list that shrinks', 'BlogPostsUpdate', { related: { remove: [{ relationTo: 'authors', value: id }] } }],
  [
    'a bulk update of a list',
    'BulkBlogPostsRequest',
    { action: 'update', ids: [id], data: { tags: { append: ['b'] } } },
  ],
  ['what a duplicate is given', 'BlogPostsOverrides', { tags: ['b'] }],
  ['a translation that is taken away', 'BlogPostsUpdate', { title: null }],
  ['the same among all locales', 'BlogPostsUpdateAllLocales', { title: { de: null } }],
  ['a part of a group', 'BlogPostsUpdate', { seo: { keywords: [] } }],
  ['a part of a row that exists', 'BlogPostsUpdate', { sections: [{ id: 'r1', blockType: 'quote', source: '/' }] }],
  ['a new row', 'BlogPostsUpdate', { sections: [quote()] }],
  ['one locale of many', 'BlogPostsUpdateAllLocales', { title: { de: 'Neues' }, summary: { de: null } }],
  ['a change of a global', 'SettingsGlobalInput', { siteName: 'Quire' }],
  ['a bulk update', 'BulkBlogPostsRequest', { action: 'update', ids: [id], data: { mood: 'calm' } }],
  [
    'a nested query',
    'Where',
    { or: [{ 'sections.quote.text': { contains: 'a' } }, { not: { views: { in: [1, 2] } } }] },
  ],
]

const wrong: Case[] = [
  ['a whole document that lacks a field', 'TagsDocument', { ...system }],
  ['a whole document that lacks a system field', 'TagsDocument', { id, name: 'News' }],
  ['a populated document in place of an id, not asked for', 'SettingsGlobal', { ...whole, homepage: { id } }],
  ['a document without id', 'BlogPostsView', { title: 'News' }],
  ['a required value that is null', 'BlogPostsView', { id, slug: null }],
  ['a block of no known kind', 'BlogPostsView', { id, sections: [{ id: 'r1', blockType: 'poll' }] }],
  ['a row without id', 'BlogPostsView', { id, sections: [quote()] }],
  ['an object of locales in one locale', 'BlogPostsView', { id, title: { en: 'News' } }],
  ['a populated document of the wrong form', 'BlogPostsView', { id, author: { id, name: 1 } }],
  ['a populated document as input', 'BlogPostsCreate', { ...minimal, author: { id } }],
  ['one locale where all are asked for', 'BlogPostsViewAllLocales', { id, title: 'News' }],
  ['a new document without its title', 'BlogPostsCreate', { ...minimal, title: undefined }],
  ['a new document without what a group needs', 'BlogPostsCreate', { ...minimal, seo: {} }],
  ['an empty text that is required', 'BlogPostsCreate', { ...minimal, seo: { description: '' } }],
  ['an empty list that is required', 'BlogPostsCreate', { ...minimal, tags: [] }],
  ['too few rows', 'BlogPostsCreate', { ...minimal, links: [link] }],
  ['a system field', 'BlogPostsCreate', { ...minimal, id }],
  ['a virtual field', 'BlogPostsCreate', { ...minimal, readingTime: 3 }],
  ['a hidden field', 'BlogPostsCreate', { ...minimal, hiddenTitle: 'x' }],
  ['a hidden field in a group', 'BlogPostsUpdate', { seo: { secretScore: 1 } }],
  ['an unknown field in a block', 'BlogPostsUpdate', { sections: [{ ...quote(), extra: 1 }] }],
  ['a new row that is not complete', 'BlogPostsUpdate', { sections: [{ blockType: 'quote', source: '/' }] }],
  ['null for a required value', 'BlogPostsUpdate', { slug: null }],
  ['null in the default locale', 'BlogPostsUpdateAllLocales', { title: { en: null } }],
  ['null for a group that needs something', 'BlogPostsUpdate', { seo: null }],
  ['a new title without the default locale', 'BlogPostsCreateAllLocales', { ...minimal, title: { de: 'Neues' } }],
  ['an unknown locale', 'BlogPostsUpdateAllLocales', { title: { fr: 'Nouvelles' } }],
  ['a reference to another collection', 'BlogPostsUpdate', { related: [{ relationTo: 'tags', value: id }] }],
  ['what the application refuses', 'BlogPostsUpdate', { meta: { children: [1] } }],
  ['a bulk update without data', 'BulkBlogPostsRequest', { action: 'update', ids: [id] }],
  ['a bulk update of an unknown field', 'BulkBlogPostsRequest', { action: 'update', ids: [id], data: { no: 1 } }],
  ['a new document with a list that grows', 'BlogPostsCreate', { ...minimal, tags: { append: ['b'] } }],
  ['a duplicate with a list that grows', 'BlogPostsOverrides', { tags: { append: ['b'] } }],
  ['a list that grows and shrinks', 'BlogPostsUpdate', { tags: { append: ['b'], remove: ['c'] } }],
  ['a list that grows by another type', 'BlogPostsUpdate', { tags: { append: [1] } }],
  ['a text that grows', 'BlogPostsUpdate', { title: { append: ['b'] } }],
  ['an unknown operator', 'Where', { title: { is: 'News' } }],
]

describe('schemas of documents', () => {
  test.each(sound)('allow %s (%s)', (_, component, value) => {
    const validate = compiler.component(component)
    validate(clean(value))
    expect(validate.errors).toBeNull()
  })

  test.each(wrong)('refuse %s (%s)', (_, component, value) => {
    expect(compiler.component(component)(clean(value))).toBe(false)
  })

  test('exist for all locales only with localized fields', () => {
    expect(() => compiler.component('TagsDocumentAllLocales')).toThrow()
    expect(() => compiler.component('SettingsGlobalAllLocales')).not.toThrow()
  })
})

function pair(value: unknown) {
  return { relationTo: 'blog-posts', value }
}

function quote(rowId?: string) {
  return { id: rowId, blockType: 'quote', text: 'To be', source: null }
}

function gallery(rowId?: string) {
  return { id: rowId, blockType: 'gallery', images: [] }
}

function note(rowId: string) {
  return { id: rowId, blockType: 'note', text: null }
}

function clean(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

test('no two entities share the name of a schema', () => {
  const { components } = describeApi({
    manifest: resolveApplication({
      collections: { 'site-global': collection({ fields: { ofCollection: f.text() } }) },
      globals: { site: global({ fields: { ofGlobal: f.text() } }) },
    }),
    info: { title: 'Sites', version: '1' },
    quireVersion: '0.1.0',
  }) as { components: { schemas: Record<string, { properties?: object }> } }
  const having = (field: string) =>
    Object.keys(components.schemas).filter((name) => field in (components.schemas[name]?.properties ?? {}))
  expect(having('ofGlobal')).toEqual(['SiteGlobal', 'SiteGlobalInput', 'SiteGlobalView'])
  const ofCollection = ['SiteGlobal_Create', 'SiteGlobal_Document', 'SiteGlobal_Update', 'SiteGlobal_View']
  expect(having('ofCollection')).toEqual(ofCollection)
})
