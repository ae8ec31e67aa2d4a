import { type AnyClient, createClient } from '@quirecms/sdk'
import { type Change, collection, defineConfig, type Doc, f, global, type LocalApi } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  changes: true,
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({ fields: { title: f.text({ required: true, localized: true }), views: f.number() } }),
    pages: collection({ fields: { path: f.text({ required: true }) } }),
  },
  globals: { site: global({ fields: { name: f.text() } }) },
})

declare const local: LocalApi<typeof config>
const client = createClient<typeof config>()

it('the collection of a change determines the type of its document', async () => {
  for await (const change of client.changes({ documents: true })) {
    expectTypeOf(change.documentId).toEqualTypeOf<string>()
    if (change.collection === 'posts') {
      expectTypeOf(change.doc?.title).toEqualTypeOf<string | undefined>()
      expectTypeOf(change.doc).not.toBeAny()
      // @ts-expect-error of another collection
      void change.doc?.path
    } else if (change.collection === 'pages') expectTypeOf(change.doc?.path).toEqualTypeOf<string | undefined>()
    else {
      expectTypeOf(change.global).toEqualTypeOf<'site'>()
      expectTypeOf(change.doc?.name).toEqualTypeOf<string | null | undefined>()
    }
    // @ts-expect-error there is no such collection
    void (change.collection === 'authors')
  }
})

it('filtered collections are not in the type', async () => {
  for await (const change of local.changes({ collections: ['posts'], documents: true })) {
    expectTypeOf(change.collection).toEqualTypeOf<'posts'>()
    expectTypeOf(change.global).toEqualTypeOf<undefined>()
    expectTypeOf(change.doc?.views).toEqualTypeOf<number | null | undefined>()
  }
  const { changes } = await local.readChanges({ globals: ['site'], documents: true })
  expectTypeOf(changes).items.toHaveProperty('doc')
  for (const change of changes) {
    expectTypeOf(change.global).toEqualTypeOf<'site'>()
    expectTypeOf(change.doc?.name).toEqualTypeOf<string | null | undefined>()
  }
  // Names in one text may be any.
  for (const change of (await client.readChanges({ collections: 'posts,pages' })).changes)
    expectTypeOf(change.collection).toEqualTypeOf<'posts' | 'pages'>()
})

it('documents have the requested form', async () => {
  for await (const { doc } of client.changes({ collections: ['posts'], documents: true, select: { title: true } })) {
    expectTypeOf(doc?.title).toEqualTypeOf<string | undefined>()
    // @ts-expect-error it is not selected
    void doc?.views
  }
  const { changes } = await client.readChanges({ collections: ['posts'], documents: true, locale: 'all' })
  for (const { doc } of changes)
    expectTypeOf(doc?.title).toEqualTypeOf<{ en?: string | null; de?: string | null } | undefined>()
  for await (const change of client.changes()) expectTypeOf(change).toHaveProperty('doc')
})

it('only existing names can be requested', () => {
  // @ts-expect-error there is no such collection
  client.changes({ collections: ['authors'] })
  // @ts-expect-error there is no such option
  client.changes({ documentz: true })
  // @ts-expect-error pages have it, streams have none
  client.changes({ limit: 10 })
  // @ts-expect-error there is no such locale
  void local.readChanges({ locale: 'fr' })
})

it('a change has a named type', () => {
  type OfPages = Change<typeof config, { collections: ['pages']; documents: true }>
  expectTypeOf<OfPages['doc']>().toEqualTypeOf<Doc<typeof config, 'pages'> | null>()
  type OfTitles = Change<typeof config, { collections: ['posts']; documents: true; select: { title: true } }>
  expectTypeOf<NonNullable<OfTitles['doc']>>().toEqualTypeOf<{ id: string; title: string }>()
  expectTypeOf<Change['documentId']>().toEqualTypeOf<string>()
})

it('the client of any application has JSON', async () => {
  const any: AnyClient = createClient()
  for await (const change of any.changes({ collections: ['anything'], documents: true })) {
    expectTypeOf(change.collection).toEqualTypeOf<'anything'>()
    expectTypeOf(change.doc).toEqualTypeOf<Record<string, unknown> | null>()
  }
})
