import { createClient } from '@quirecms/sdk'
import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import {
  collection,
  ConfigurationError,
  createApp,
  createLogger,
  defineConfig,
  f,
  global,
  type LocalApi,
  sqlite,
} from 'quirecms'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { archiveApi, archivePlugin } from './archive-plugin.ts'

const clerk = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const guest = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

const isClerk = ({ actor }: { readonly actor: { readonly id: string } | null }) => actor?.id === clerk.id

const config = defineConfig({
  plugins: [archivePlugin],
  collections: {
    posts: collection({
      archivable: { label: 'Put a post away' },
      search: { fields: ['title'] },
      fields: {
        title: f.text(),
        kind: f.text(),
        notes: f.join({ collection: 'notes', on: 'about' }),
        parent: f.relationship({ to: 'posts' }),
      },
      access: { read: () => true, update: isClerk, archive: isClerk },
    }),
    pages: collection({
      archivable: true,
      versions: { drafts: true },
      fields: { title: f.text() },
      access: { read: () => true, archive: isClerk, readDrafts: isClerk, publish: isClerk, update: isClerk },
    }),
    notes: collection({
      archivable: true,
      fields: { text: f.text(), about: f.relationship({ to: 'posts' }) },
      access: { read: () => true, archive: isClerk },
    }),
    plain: collection({ fields: { title: f.text() }, access: { read: () => true } }),
  },
})

onEachDatabase('a plugin for archiving', { config, actors: { clerk, guest } }, (app) => {
  const system = (slug: string) => app().local.asSystem().collection(slug)
  const make = async (slug: string, data: object) =>
    ((await must(system(slug)['create'], 'create')(data)) as { id: string }).id
  const path = (slug: string, rest = '') => `/api/collections/${slug}${rest}`
  const get = (address: string, as?: string) => app().request('GET', address, { as })
  const post = (address: string, as?: string, body?: object) => app().request('POST', address, { as, body })
  const titles = async (address: string, as?: string) => {
    const { body, text, status } = await get(address, as)
    expect(status, text).toBe(200)
    return body.docs.map((doc: { title: string }) => doc.title)
  }

  it('hides a document from every read, and shows it on request to callers who may read the archive', async () => {
    const old = await make('posts', { title: 'Old secret', kind: 'letter' })
    await make('posts', { title: 'New', kind: 'book' })
    const archived = await post(path('posts', `/${old}/archive`), 'clerk')
    expect(docOf(archived)).toMatchObject({ title: 'Old secret', revision: 2, archivedAt: expect.stringMatching(/Z$/) })

    for (const as of [undefined, 'guest', 'clerk']) {
      expect(await titles(path('posts'), as)).toEqual(['New'])
      expect((await get(path('posts', '/count'), as)).body).toEqual({ count: 1 })
      expect((await get(path('posts', '/distinct?field=kind'), as)).body.values).toEqual([{ value: 'book', count: 1 }])
      expect(await titles(path('posts', '?search=secret'), as)).toEqual([])
      expect(await get(path('posts', `/${old}`), as)).toMatchObject({ status: 404 })
    }
    expect(await app().request('PATCH', path('posts', `/${old}`), { as: 'clerk', body: { title: 'x' } })).toMatchObject(
      {
        status: 404,
      },
    )

    expect(await titles(path('posts', '?archived=true'), 'clerk')).toEqual(['Old secret'])
    expect((await get(path('posts', '/count?archived=true'), 'clerk')).body).toEqual({ count: 1 })
    expect(docOf(await get(path('posts', `/${old}?archived=true`), 'clerk'))).toMatchObject({ title: 'Old secret' })
    for (const as of [undefined, 'guest']) {
      for (const rest of ['?archived=true', '/count?archived=true', `/${old}?archived=true`]) {
        const answer = await get(path('posts', rest), as)
        expect({ rest, status: answer.status, shows: answer.text.includes('secret') }).toEqual({
          rest,
          status: as === undefined ? 401 : 403,
          shows: false,
        })
      }
    }
  })

  it('lets no path lead into the archive', async () => {
    const old = await make('posts', { title: 'Old secret' })
    const note = await make('notes', { text: 'About the old', about: old })
    const other = await make('posts', { title: 'New', parent: old })
    await post(path('posts', `/${old}/archive`), 'clerk')
    const populated = await get(path('notes', `/${note}?populate={"about":true}`), 'clerk')
    expect({ status: populated.status, shows: populated.text.includes('secret') }).toEqual({
      status: 200,
      shows: false,
    })
    const through = encodeURIComponent(JSON.stringify({ 'about.title': { equals: 'Old secret' } }))
    expect((await get(path('notes', `?where=${through}`), 'clerk')).body.docs).toEqual([])

    await post(path('notes', `/${note}/archive`), 'clerk')
    await post(path('posts', `/${old}/unarchive`), 'clerk')
    const joined = docOf(await get(path('posts', `/${old}`), 'clerk'))
    expect(joined['notes']).toEqual({ docs: [], totalDocs: 0, hasNextPage: false })
    expect(docOf(await get(path('posts', `/${other}?populate={"parent":true}`)))).toMatchObject({
      parent: { title: 'Old secret' },
    })
  })

  it('checks its rule, and emits its event', async () => {
    const id = await make('posts', { title: 'One' })
    const heard: string[] = []
    for (const event of ['document.archived', 'document.unarchived'] as const)
      onTestFinished(
        app().app.on(event, ({ event: name, doc }) => heard.push(`${name} ${String(doc['archivedAt'] !== null)}`)),
      )
    expect(await post(path('posts', `/${id}/archive`))).toMatchObject({ status: 401 })
    expect(await post(path('posts', `/${id}/archive`), 'guest')).toMatchObject({ status: 403 })
    expect(await post(path('posts', `/${id}/unarchive`), 'clerk')).toMatchObject({ status: 404 })
    expect(heard).toEqual([])
    const rights = async (as: string) =>
      (await post('/api/access/collections/posts', as, { id })).body.operations as Record<string, boolean>
    expect(await rights('clerk')).toMatchObject({ archive: true, unarchive: false })
    expect(await rights('guest')).toMatchObject({ archive: false, unarchive: false })

    expect((await post(path('posts', '/bulk'), 'clerk', { action: 'archive', ids: [id] })).body).toMatchObject({
      succeeded: 1,
      failed: 0,
    })
    expect(await post(path('posts', `/${id}/archive`), 'clerk')).toMatchObject({ status: 404 })
    expect(docOf(await post(path('posts', `/${id}/unarchive`), 'clerk'))).toMatchObject({ archivedAt: null })
    expect(await titles(path('posts'))).toEqual(['One'])
    await expect.poll(() => heard).toEqual(['document.archived true', 'document.unarchived false'])
  })

  it('works with drafts: an archived page is hidden from readers, and returns unchanged', async () => {
    const id = await make('pages', { title: 'Published' })
    await post(path('pages', `/${id}/publish`), 'clerk')
    await app().request('PATCH', path('pages', `/${id}`), { as: 'clerk', body: { title: 'Draft' } })
    await post(path('pages', `/${id}/archive`), 'clerk')
    expect(await titles(path('pages'))).toEqual([])
    expect(await titles(path('pages'), 'clerk')).toEqual([])
    await post(path('pages', `/${id}/unarchive`), 'clerk')
    expect(await titles(path('pages'))).toEqual(['Published'])
    expect(await titles(path('pages'), 'clerk')).toEqual(['Draft'])
  })

  it('is the same in process and with the client', async () => {
    const local = (app().local.as(clerk) as unknown as LocalApi<typeof config>).collections.posts
    const client = createClient<typeof config>({
      baseUrl: app().url,
      fetch: app().fetchAs('clerk'),
      plugins: [archiveApi],
    })
    const remote = client.collections.posts
    const [one, two] = [await make('posts', { title: 'One' }), await make('posts', { title: 'Two' })]
    expect(await local.archive(one)).toMatchObject({ title: 'One', archivedAt: expect.any(String) })
    expect(await remote.archive(two, { select: { title: true }, ifMatch: 1 })).toEqual({ id: two, title: 'Two' })
    // Their types only differ in the options of every call.
    for (const reads of [local, remote as unknown as typeof local]) {
      expect(await reads.find({})).toMatchObject({ docs: [] })
      expect((await reads.find({ archived: true, sort: 'title' })).docs.map(({ title }) => title)).toEqual([
        'One',
        'Two',
      ])
      expect(await reads.count({ archived: true })).toEqual({ count: 2 })
      const since = { archivedAt: { greater_than: '2000-01-01T00:00:00.000Z' } } as const
      expect(await reads.count({ archived: true, where: since })).toEqual({ count: 2 })
      // @ts-expect-error -- not a boolean
      await expect(reads.find({ archived: 'yes' })).rejects.toMatchObject({
        code: 'invalid_query',
        issues: [{ code: 'type', path: 'archived', message: '"archived" must be true or false.' }],
      })
    }
    await local.unarchive(two)
    expect((await remote.find({})).docs).toMatchObject([{ title: 'Two', archivedAt: null }])
    const { find } = app().local.as(guest).collection('posts')
    await expect(must(find, 'find')({ archived: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('is described only for collections that use it', async () => {
    const { paths } = (await get('/api/openapi.json')).body
    expect(paths['/api/collections/posts/{id}/archive'].post.summary).toBe('Put a post away')
    expect(paths['/api/collections/notes/{id}/archive'].post.summary).toBe('Archive a document')
    expect(paths).not.toHaveProperty('/api/collections/plain/{id}/archive')
    expect(await get(path('plain', '?archived=true'))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query', issues: [{ code: 'unknown_field', path: 'archived' }] } },
    })
  })
})

describe('an option of a plugin', () => {
  const fields = { title: f.text() }
  const problemsOf = async (given: object) => {
    const wanted = defineConfig({ database: sqlite(':memory:'), collections: {}, ...given })
    try {
      const app = await createApp(wanted, { log: createLogger({ level: 'silent' }), jobs: false })
      await app.close()
      return []
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      return error.problems.map(({ place, message }) => `${place}: ${message}`)
    }
  }

  it('is validated by its schema at every place, together with all others', async () => {
    const wrong = collection({
      fields,
      archivable: { label: 5, days: 2 } as unknown as true,
      trash: 'yes' as unknown as true,
    })
    const short = collection({ fields, archivable: { label: 'x' } })
    const problems = await problemsOf({ plugins: [archivePlugin], collections: { wrong, short } })
    expect(problems.toSorted()).toEqual([
      'collections.short.archivable.label: must have at least 3 characters',
      'collections.wrong.archivable.days: there is no field with this name',
      'collections.wrong.archivable.label: must be text',
      expect.stringMatching(/^collections\.wrong\.trash: /),
    ])
  })

  it('does not exist without the plugin', async () => {
    const posts = collection({ fields, archivable: true })
    expect(await problemsOf({ collections: { posts } })).toEqual([
      expect.stringMatching(/^collections\.posts\.archivable: /),
    ])
  })

  it('is refused if its feature ignores it', async () => {
    const site = global({ fields, archivable: true })
    expect(await problemsOf({ plugins: [archivePlugin], globals: { site } })).toEqual([
      expect.stringMatching(/^globals\.site\.archivable: has no effect, because this application lacks the feature/),
    ])
  })
})

test('the compiler accepts the option and checks its value', () => {
  collection({ fields: {}, archivable: true })
  global({ fields: {}, archivable: { label: 'Away' } })
  // @ts-expect-error It is true, or an object.
  collection({ fields: {}, archivable: 'yes' })
  // @ts-expect-error No plugin brings this one.
  collection({ fields: {}, archived: true })
  expect(archivePlugin.key).toBe('archive')
})
