import { createClient } from '@quirecms/sdk'
import { docOf, must, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { webhooks } from '@quirecms/webhooks'
import { collection, createApp, createLogger, defineConfig, f, type PluginConfig, sqlite } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { archiveApi, archivePlugin } from '../../../examples/plugins/archive/src/index.ts'
import { duration } from '../../../examples/plugins/duration/src/index.ts'
import { notesApi, notesPlugin } from '../../../examples/plugins/notes/src/index.ts'
import { stagesApi, stagesPlugin } from '../../../examples/plugins/stages/src/index.ts'

const writer = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const chief = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

const isUser = ({ actor }: { readonly actor: object | null }) => actor !== null
const isChief = ({ actor }: { readonly actor: { readonly id: string } | null }) => actor?.id === chief.id

const config = defineConfig({
  plugins: [archivePlugin, notesPlugin, stagesPlugin],
  changes: true,
  collections: {
    users: collection({ auth: true, authors: true, fields: {} }),
    posts: collection({
      archive: true,
      notes: true,
      trash: true,
      authors: true,
      fields: { title: f.text({ required: true }), about: f.relationship({ to: 'posts' }) },
      access: { read: () => true, create: isUser, update: isUser, delete: isUser, deletePermanent: isUser },
    }),
    articles: collection({
      stages: ['writing', 'review', 'approved'],
      versions: { drafts: true },
      fields: { title: f.text({ required: true }) },
      access: {
        read: () => true,
        create: isUser,
        update: isUser,
        publish: isUser,
        readDrafts: isUser,
        approve: isChief,
      },
    }),
    films: collection({
      fields: { title: f.text(), length: duration({ longest: 600 }) },
      access: { read: () => true, create: () => true },
    }),
  },
})

onEachDatabase('the example plugins', { config, actors: { writer, chief } }, (app) => {
  const of = (slug: string, rest = '') => `/api/collections/${slug}${rest}`
  const call = (method: string, path: string, as: string | undefined, body?: object): Promise<TestResponse> =>
    app().request(method, path, { as, ...(body && { body }) })
  const make = async (slug: string, data: object, as = 'writer') => docOf(await call('POST', of(slug), as, data))['id']
  const titles = async (path: string) => {
    const { status, text, body } = await call('GET', path, undefined)
    expect(status, text).toBe(200)
    return (body.docs as { title: string }[]).map(({ title }) => title)
  }

  describe('archive', () => {
    it('hides a document from lists and reads, and shows it on request', async () => {
      const id = await make('posts', { title: 'Old' })
      await make('posts', { title: 'New', about: id })
      const archived = docOf(await call('POST', of('posts', `/${id}/archive`), 'writer'))
      expect(archived).toMatchObject({ title: 'Old', revision: 2, archivedAt: expect.stringMatching(/Z$/) })
      expect(await titles(of('posts'))).toEqual(['New'])
      expect(await call('GET', of('posts', `/${id}`), undefined)).toMatchObject({ status: 404 })
      expect(await titles(of('posts', '?archived=true'))).toEqual(['Old'])
      expect(await titles(of('posts', `?archived=true&where={"archivedAt":{"exists":true}}&sort=-archivedAt`))).toEqual(
        ['Old'],
      )
      // What points to it still shows it.
      const [shown] = (await call('GET', of('posts', '?populate={"about":true}'), undefined)).body.docs
      expect(shown).toMatchObject({ about: { title: 'Old' } })
      await call('POST', of('posts', `/${id}/unarchive`), 'writer')
      expect((await titles(of('posts'))).toSorted()).toEqual(['New', 'Old'])
    })

    it('checks the rule, and its parameter over HTTP and in process', async () => {
      const id = await make('posts', { title: 'One' })
      expect(await call('POST', of('posts', `/${id}/archive`), undefined)).toMatchObject({ status: 401 })
      const wrong = { status: 400, body: { error: { code: 'invalid_query' } } }
      expect(await call('GET', of('posts', '?archived=maybe'), undefined)).toMatchObject(wrong)
      const posts = app().local.asSystem().collection('posts')
      await expect(posts.find({ archived: 'yes' })).rejects.toMatchObject({ code: 'invalid_query' })
      expect(await call('GET', of('films', '?archived=true'), undefined)).toMatchObject(wrong)
    })

    it('stores authors, emits events, and works in bulk', async () => {
      const [one, two] = [await make('posts', { title: 'One' }), await make('posts', { title: 'Two' })]
      app().events.length = 0
      const bulk = { action: 'archive', ids: [one, two] }
      expect(await call('POST', of('posts', '/bulk'), 'chief', bulk)).toMatchObject({ status: 200 })
      expect(app().events.map(({ event, id }) => [event, id])).toEqual([
        ['document.archived', one],
        ['document.archived', two],
      ])
      const stored = docOf(await call('GET', of('posts', `/${one}?archived=true`), 'chief'))
      expect(stored).toMatchObject({ updatedBy: chief.id })
    })
  })

  describe('notes', () => {
    const note = (id: string, body: string, as: string | undefined) =>
      call('POST', of('posts', `/${id}/notes`), as, { body })

    it('stores notes on documents, for users who may change them', async () => {
      const id = await make('posts', { title: 'One' })
      expect(await note(id, 'Check the source', 'writer')).toMatchObject({
        status: 201,
        body: { body: 'Check the source', by: writer.id },
      })
      expect(await note(id, 'Anonymous', undefined)).toMatchObject({ status: 401 })
      expect(await note(id, ' ', 'writer')).toMatchObject({ status: 422, body: { error: { code: 'validation' } } })
      expect((await call('GET', of('posts', `/${id}/notes`), undefined)).status).toBe(401)
      const { body } = await call('GET', of('posts', `/${id}/notes`), 'chief')
      expect(body).toMatchObject({ docs: [{ body: 'Check the source' }], pagination: { totalDocs: 1 } })
    })

    it('lets only the author remove a note, and lists the notes of a user', async () => {
      const id = await make('posts', { title: 'One' })
      const mine = (await note(id, 'Mine', 'writer')).body.id as string
      await note(id, 'Of the chief', 'chief')
      const own = await call('GET', '/api/plugins/notes', 'writer')
      const bodies = (own.body.docs as { body: string }[]).map(({ body }) => body)
      expect(bodies).toContain('Mine')
      expect(bodies).not.toContain('Of the chief')
      const path = of('posts', `/${id}/notes/${mine}`)
      expect(await call('DELETE', path, 'chief')).toMatchObject({ status: 403 })
      expect(await call('DELETE', path, 'writer')).toMatchObject({ status: 200, body: { id: mine } })
      expect(await call('DELETE', path, 'writer')).toMatchObject({ status: 404 })
    })

    it('leaves no notes behind when a test application is cleared', async () => {
      await note(await make('posts', { title: 'One' }), 'Of this test', 'writer')
      await app().clear()
      expect((await call('GET', '/api/plugins/notes', 'writer')).body).toMatchObject({ docs: [] })
    })

    it('keeps the notes of a document in the trash, and removes them with it', async () => {
      const id = await make('posts', { title: 'One' })
      await note(id, 'Stay', 'writer')
      const count = async () =>
        (await call('GET', '/api/plugins/notes', 'writer')).body.docs.filter(
          ({ body }: { body: string }) => body === 'Stay',
        ).length
      await call('DELETE', of('posts', `/${id}`), 'writer')
      expect(await count()).toBe(1)
      await call('DELETE', of('posts', `/${id}/permanent`), 'writer')
      expect(await count()).toBe(0)
    })
  })

  describe('stages', () => {
    const move = (id: string, stage: string, as: string) => call('POST', of('articles', `/${id}/stage`), as, { stage })
    const refused = { status: 409, body: { error: { code: 'invalid_state' } } }

    it('permits publishing a document only in its last stage, by every operation', async () => {
      const id = await make('articles', { title: 'Draft' })
      expect(await call('POST', of('articles', `/${id}/publish`), 'writer')).toMatchObject(refused)
      expect(await call('POST', of('articles', `/${id}/restore/1`), 'writer')).toMatchObject(refused)
      const bulk = await call('POST', of('articles', '/bulk'), 'writer', { action: 'publish', ids: [id] })
      expect(bulk.body.results).toMatchObject([{ error: { code: 'invalid_state' } }])
      expect(await titles(of('articles'))).toEqual([])

      expect(docOf(await move(id, 'review', 'writer'))).toMatchObject({ stage: 'review' })
      expect(await move(id, 'approved', 'writer')).toMatchObject({ status: 403 })
      expect(docOf(await move(id, 'approved', 'chief'))).toMatchObject({ stage: 'approved' })
      expect(await call('POST', of('articles', `/${id}/publish`), 'writer')).toMatchObject({ status: 200 })
      expect(await titles(of('articles'))).toEqual(['Draft'])
    })

    it('returns to the first stage with each change of the content', async () => {
      const id = await make('articles', { title: 'Draft' })
      await move(id, 'approved', 'chief')
      const changed = await call('PATCH', of('articles', `/${id}`), 'writer', { title: 'Changed' })
      expect(docOf(changed)).toMatchObject({ title: 'Changed', stage: 'writing' })
      expect(await call('POST', of('articles', `/${id}/publish`), 'writer')).toMatchObject(refused)
    })

    it('returns to the first stage when other content becomes live, which must wait for the last one', async () => {
      const id = await make('articles', { title: 'Draft' })
      await call('PATCH', of('articles', `/${id}`), 'writer', { title: 'Changed' })
      await move(id, 'approved', 'chief')
      expect(await call('POST', of('articles', `/${id}/restore/1`), 'writer')).toMatchObject(refused)
      expect(await call('POST', of('articles', `/${id}/publish`), 'writer')).toMatchObject({ status: 200 })
      await call('PATCH', of('articles', `/${id}`), 'writer', { title: 'Changed again' })
      await move(id, 'approved', 'chief')
      expect(await call('POST', of('articles', `/${id}/publish`), 'writer')).toMatchObject({ status: 200 })
      const again = await call('POST', of('articles', `/${id}/publish?revision=4`), 'writer')
      expect(again).toMatchObject(refused)
      expect(await titles(of('articles'))).toEqual(['Changed again'])
    })

    it('refuses a stage that the collection does not have', async () => {
      const id = await make('articles', { title: 'Draft' })
      const wrong = { status: 422, body: { error: { code: 'validation', issues: [{ path: 'stage' }] } } }
      expect(await move(id, 'done', 'writer')).toMatchObject(wrong)
    })
  })

  it('have typed methods, parameters and system fields, in process and in the client', async () => {
    const options = { baseUrl: app().url, fetch: app().fetchAs('writer') }
    const plugins = [archiveApi, notesApi, stagesApi] as const
    const client = createClient<typeof config>({ ...options, plugins })
    const { posts, articles } = app().app.local.asSystem().collections
    const { id } = await posts.create({ title: 'One' })
    const { by } = await client.collections.posts.addNote(id, { body: 'Check' })
    expect(by).toBe(writer.id)
    const { docs: notes } = await posts.notes(id, { limit: 1 })
    expect(notes.map(({ body }) => body)).toEqual(['Check'])
    const { docs: own } = await client.plugin(notesApi).own()
    expect(own.map(({ body }) => body)).toEqual(['Check'])
    const archived: string | null = (await client.collections.posts.archive(id)).archivedAt
    expect(archived).toMatch(/Z$/)
    expect(await posts.count({ archived: true })).toEqual({ count: 1 })
    const article = await articles.create({ title: 'Draft' })
    expect((await client.collections.articles.moveToStage(article.id, { stage: 'review' })).stage).toBe('review')
    // @ts-expect-error -- the stage is missing
    await expect(articles.moveToStage(article.id, {})).rejects.toMatchObject({ code: 'validation' })
    // @ts-expect-error -- its collection has no archive
    await expect(client.collections.films.archive(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  describe('duration', () => {
    it('validates values, and finds and sorts by minutes and hours', async () => {
      for (const [title, length] of [
        ['Short', 20],
        ['Long', 150],
        ['Longer', 181],
      ] as const)
        await make('films', { title, length })
      const { status, body } = await call('POST', of('films'), undefined, { length: 601 })
      expect({ status, issues: body.error.issues }).toMatchObject({
        status: 422,
        issues: [{ path: 'length', code: 'max' }],
      })
      const found = (where: object) => titles(of('films', `?where=${JSON.stringify(where)}&sort=-length.hours`))
      expect(await found({ length: { less_than: 181 } })).toEqual(['Long', 'Short'])
      expect(await found({ 'length.hours': { greater_than_equal: 2.5 } })).toEqual(['Longer', 'Long'])
    })
  })
})

describe('contributions of a plugin', () => {
  const start = (options: object, plugins: readonly PluginConfig[] = [archivePlugin]) =>
    createApp(
      defineConfig({
        database: sqlite(':memory:'),
        plugins,
        collections: { posts: { fields: { title: f.text() }, ...options } },
      }),
      { log: createLogger({ level: 'silent' }) },
    )

  it('include an option that is validated, and unknown without the plugin', async () => {
    await expect(start({ archive: 'yes' })).rejects.toThrow('collections.posts.archive')
    await expect(start({ archive: true }, [])).rejects.toThrow('collections.posts.archive')
  })

  it('include an event that webhooks can subscribe to', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const archived = webhooks({
      endpoints: { one: { url: 'https://example.com', secret, events: ['document.archived'] } },
    })
    const app = await start({ archive: true }, [archivePlugin, archived])
    expect(app.manifest.collections['posts']?.events).toContain('archived')
    await app.close()
    await expect(start({}, [archived])).rejects.toThrow('there is no event "document.archived"')
  })

  it('include a module of the admin app', async () => {
    const app = await start({})
    const page = await must(await app.fetch(new Request('http://localhost/admin')), 'page').text()
    expect(page).toContain('quire-extensions')
    await app.close()
  })
})
