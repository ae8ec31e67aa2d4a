import {
  type AnyDoc,
  type AnyInput,
  type AnySelect,
  type AnyUser,
  type Capabilities,
  createClient,
  type DocumentLockState,
  type Pagination,
  type PublicManifest,
} from '@quirecms/sdk'
import { describe, expectTypeOf, it } from 'vitest'
import type { UnpopulatedId } from '@quirecms/core'
import type { everything } from '../http/sdk/everything.ts'

type Config = typeof everything
const client = createClient<Config>({ baseUrl: 'https://cms.example.com', apiKey: 'qk_…' })

describe('a client of a known application', () => {
  it('types its documents by the options of the call', () => {
    const found = client.collections.posts.find({
      draft: false,
      select: { title: true, author: true },
      populate: { author: { select: { name: true } } },
      signal: AbortSignal.timeout(1000),
    })
    type Found = Awaited<typeof found>['docs'][number]
    expectTypeOf<Found>().toEqualTypeOf<{
      id: string
      title: string
      author: UnpopulatedId<{ id: string; name: string }> | { id: string; name: string } | null
    }>()
    const one = client.collections.posts.findOne('x', { locale: 'all' })
    expectTypeOf<Awaited<typeof one>['title']>().toEqualTypeOf<{ en?: string | null; de?: string | null }>()
    expectTypeOf(client.collections.media.readFile('x')).resolves.toEqualTypeOf<Response>()
  })

  it('refuses unknown names', () => {
    // @ts-expect-error -- no such collection
    void client.collections.pages
    // @ts-expect-error -- no such field
    void client.collections.posts.find({ where: { nothing: { equals: 1 } } })
    // @ts-expect-error -- users come with a password
    void client.collections.users.create
    // @ts-expect-error -- people have no drafts
    void client.collections.people.publish
    // @ts-expect-error -- a client has no transactions
    void client.transaction
    // @ts-expect-error -- nor a way past the rules
    void client.asSystem
    // @ts-expect-error -- that is an option in process
    void client.collections.posts.find({ context: {} })
    // @ts-expect-error -- a path means something only to the server
    void client.collections.media.create({ file: './hill.jpg' })
  })

  it('accepts files, and reports progress', () => {
    void client.collections.media.create(
      { file: new Blob(['x']), alt: 'A hill' },
      { onProgress: ({ loaded, total }) => expectTypeOf(loaded / (total ?? 1)).toBeNumber() },
    )
    // @ts-expect-error -- where no file goes, nothing progresses
    void client.collections.posts.create({ title: 'x' }, { onProgress: () => {} })
  })
})

describe('a client of any application', () => {
  const any = createClient()

  it('accepts every slug, field and feature', () => {
    const found = any.collection('posts').find({ where: { title: { contains: 'x' } }, draft: true, trash: true })
    expectTypeOf<Awaited<typeof found>['docs'][number]['id']>().toBeString()
    void any.collection('posts').publish('x', { ifMatch: 1, signal: AbortSignal.timeout(1) })
    void any.collection('posts').bulk({ action: 'publish', ids: ['x'] })
    void any.collection('media').create({ file: new Blob(['x']), alt: 'A hill' }, { onProgress: () => {} })
    void any.collection('posts').update('x', { title: 'y' }, { autosave: true, locale: 'de' })
    void any.users('users').forgotPassword({ email: 'ann@example.com' })
    void any.account.apiKeys({ page: 2 })
    void any.global('settings').versions({ limit: 1 })
  })

  it('accepts options and data that are built at run time', () => {
    const slug = ['posts', 'pages'][0] ?? ''
    const inLocale = (locale?: string) => (locale === undefined ? {} : { locale, fallbackLocale: false as const })
    const select: AnySelect = Object.fromEntries(['title', 'seo'].map((name) => [name, { [name]: true }]))
    const data: AnyInput = Object.fromEntries(new FormData())
    const doc = any.collection(slug).findOne('x', { ...inLocale('de'), select, populate: { author: { select } } })
    expectTypeOf(doc).resolves.toEqualTypeOf<AnyDoc>()
    expectTypeOf(any.collection(slug).update('x', data, inLocale())).resolves.toEqualTypeOf<AnyDoc>()
    expectTypeOf(any.collection(slug).find({ select })).resolves.toEqualTypeOf<{
      docs: AnyDoc[]
      pagination: Pagination
    }>()
    expectTypeOf(any.global('settings').update(data)).resolves.toEqualTypeOf<AnyDoc>()
    void any.collection(slug).bulk({ action: 'update', ids: ['x'], data })
    void any.users('users').createUser({ data, password: 'long enough' })
    const value: { readonly wide: readonly string[] } = { wide: ['title'] }
    void any.account.writePreference('columns', { value })
    // @ts-expect-error -- there is no such option
    void any.collection(slug).find({ filter: {} })
    // @ts-expect-error -- a page is a number
    void any.collection(slug).find({ page: 'one' })
  })

  it('names its result types', () => {
    expectTypeOf<AnyDoc['_status']>().toEqualTypeOf<'draft' | 'published' | undefined>()
    expectTypeOf(any.collection('posts').access()).resolves.toEqualTypeOf<Capabilities>()
    expectTypeOf(any.collection('posts').readLock('x')).resolves.toEqualTypeOf<{ lock: DocumentLockState | null }>()
    expectTypeOf<Awaited<ReturnType<typeof any.account.me>>['user']>().toEqualTypeOf<AnyUser>()
    expectTypeOf<Awaited<ReturnType<typeof any.schema>>>().toEqualTypeOf<PublicManifest>()
  })
})
