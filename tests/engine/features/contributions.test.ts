import type { Call, Contribution, Feature, StoredDocument } from '@quirecms/core'
import { createTestApp, onEachDatabase } from '@quirecms/testkit'
import { collection, createApp, defineConfig, f, plugin, QuireError } from 'quirecms'
import { column, recordTable, type RecordTable } from 'quirecms/plugin'
import { expect, inject, it, describe } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    posts: collection({
      trash: true,
      fields: { title: f.text(), link: f.relationship({ to: 'tags', onDelete: 'clear' }) },
      access,
    }),
    tags: collection({ fields: { name: f.text() }, access }),
  },
})

/** A feature of the posts. */
function feature(name: string, adds: Contribution<Call>, slug = 'posts'): Feature<Call> {
  return { name, for: (entity) => entity.slug === slug && entity.kind === 'collection', adds: () => adds }
}

let steps: string[] = []
let guarded: string[] = []
let changed: string[] = []
let removed: string[] = []
let holds = false

const FEATURES: readonly Feature<Call>[] = [
  feature('stamps', {
    fields: { stamp: f.text({ default: 'stamped' }) },
    steps: {
      'delete.remove': {
        wrap: (next) => async (call, unit, document) => {
          steps.push(`before ${document.id}`)
          await next(call, unit, document)
          steps.push(`after ${document.id}`)
        },
      },
    },
  }),
  feature('guards', {
    guard: async ({ entity, operation }, _unit, { id }) => {
      guarded.push(`${operation.name} ${entity.slug} ${id}`)
      if (holds) throw new QuireError('locked', 'The document is held.')
    },
  }),
  feature('changes', {
    onChange: async ({ operation }, _unit, { before, json }) => {
      const titles = [before.json, json].map((text) => (JSON.parse(text) as { title: string }).title)
      changed.push(`${operation.name} ${titles.join(' to ')}`)
      if (titles[1] === 'refused') throw new QuireError('forbidden', 'Not this title.')
    },
  }),
  feature('removals', {
    onRemove: async ({ operation }, { tx }, { document, forGood }) => {
      const { title } = JSON.parse(document.json) as { title: string }
      const isThere = (await tx.get('posts', document.id)) !== null
      removed.push(`${operation.name} ${title} ${document.revision} ${forGood ? 'for good' : 'for now'} ${isThere}`)
      if (title === 'refused') throw new QuireError('forbidden', 'Not this one.')
    },
  }),
  feature('copies', {
    tables: (own) => [{ ...own, name: `${own.name}:copy` }],
    parameters: [
      {
        name: 'copy',
        spellings: ['copy'],
        description: 'Reads the copy.',
        encoding: 'boolean',
        schema: { type: 'boolean' },
      },
    ],
    extends: { list: ['copy'], read: ['copy'] },
    scope: async ({ input }, purpose) =>
      purpose === 'asked' && input.query['copy'] === true ? { table: 'posts:copy' } : {},
  }),
  feature('previews', {
    operations: [
      {
        name: 'glimpse',
        summary: 'Shows which credential came',
        endpoint: { method: 'GET', path: '/glimpse' },
        local: { method: 'glimpse', args: [] },
        parameters: [],
        body: { kind: 'none' },
        ifMatch: false,
        answer: { kind: 'value', status: 200, schema: { type: 'object' } },
        credentials: 'preview',
        run: async ({ caller }) => ({
          kind: 'value',
          value: { actor: caller.actor?.id ?? null, ...caller.credential },
        }),
      },
    ],
  }),
]

onEachDatabase('contributions of features', { config, features: FEATURES }, (app) => {
  const posts = () => app().app.local.collections.posts
  const tags = () => app().app.local.collections.tags
  const reset = () => {
    steps = []
    guarded = []
    changed = []
    removed = []
    holds = false
  }

  it('wrap a step that another feature replaces', async () => {
    reset()
    const { id } = await posts().create({ title: 'A' })
    await posts().delete(id)
    expect(steps).toEqual([`before ${id}`, `after ${id}`])
    expect((await posts().find({ trash: true })).docs).toMatchObject([{ id }])
    await posts().deletePermanent(id)
    expect(steps).toHaveLength(2)
  })

  it('add fields, which are read, written, described and queried like all others', async () => {
    reset()
    const made = await posts().create({ title: 'A' })
    expect(made).toMatchObject({ stamp: 'stamped' })
    const found = await app().request(
      'GET',
      `/api/collections/posts?where=${encodeURIComponent('{"stamp":{"equals":"stamped"}}')}`,
    )
    expect(found.body.docs).toMatchObject([{ id: made.id }])
    const { body } = await app().request('GET', '/api/schema')
    expect(body.manifest.collections.posts.fields.map(({ name }: { name: string }) => name)).toEqual([
      'stamp',
      'title',
      'link',
    ])
    expect(JSON.stringify(body)).not.toContain('stamps')
  })

  it('guard every change of a document, by every operation', async () => {
    reset()
    const tag = await tags().create({ name: 'T' })
    const { id } = await posts().create({ title: 'A', link: tag.id })
    expect(guarded).toEqual([])
    await posts().update(id, { title: 'B' })
    await app().request('PATCH', `/api/collections/posts/${id}`, { body: { title: 'C' } })
    await posts().bulk({ action: 'update', ids: [id], data: { title: 'D' } })
    await tags().delete(tag.id)
    await posts().delete(id)
    await posts().restoreDeleted(id)
    await posts().delete(id)
    await posts().deletePermanent(id)
    const [update, patch, bulk, ...rest] = guarded
    expect([update, patch, bulk]).toEqual(Array.from({ length: 3 }, () => `update posts ${id}`))
    expect(rest).toEqual([
      `delete posts ${id}`,
      `delete posts ${id}`,
      `restoreDeleted posts ${id}`,
      `delete posts ${id}`,
      `deletePermanent posts ${id}`,
    ])
  })

  it('can refuse in a guard, which rolls back everything, including cleared references', async () => {
    reset()
    const tag = await tags().create({ name: 'T' })
    const { id } = await posts().create({ title: 'A', link: tag.id })
    app().events.length = 0
    holds = true
    await expect(posts().update(id, { title: 'B' })).rejects.toMatchObject({ code: 'locked' })
    await expect(posts().delete(id)).rejects.toMatchObject({ code: 'locked' })
    await expect(tags().delete(tag.id)).rejects.toMatchObject({ code: 'locked' })
    const { results } = await posts().bulk({ action: 'delete', ids: [id] })
    expect(results).toMatchObject([{ ok: false, error: { code: 'locked' } }])
    holds = false
    expect(await posts().findOne(id)).toMatchObject({ title: 'A', link: tag.id, revision: 1 })
    expect(await tags().findOne(tag.id)).toMatchObject({ name: 'T' })
    expect(app().events).toEqual([])
  })

  it('see every change of content before it is stored, and may refuse it', async () => {
    reset()
    const tag = await tags().create({ name: 'T' })
    const { id } = await posts().create({ title: 'A', link: tag.id })
    await posts().update(id, { title: 'B' })
    await posts().bulk({ action: 'update', ids: [id], data: { title: 'C' } })
    await tags().delete(tag.id)
    await expect(posts().update(id, { title: 'refused' })).rejects.toMatchObject({ code: 'forbidden' })
    await posts().delete(id)
    expect(changed).toEqual(['update A to B', 'update B to C', 'delete C to C', 'update C to refused'])
    expect((await posts().find({ trash: true })).docs.find((one) => one.id === id)).toMatchObject({ title: 'C' })
  })

  it('are notified of every deleted document, with its transaction and as it was stored', async () => {
    reset()
    const made = async (title: string) => (await posts().create({ title })).id
    const [one, two, refused] = [await made('One'), await made('Two'), await made('refused')]
    await posts().update(one, { title: 'Once' })
    await posts().delete(one)
    await posts().deletePermanent(one)
    await posts().bulk({ action: 'delete', ids: [two] })
    await posts().emptyTrash()
    expect(removed).toEqual([
      'delete Once 3 for now true',
      'deletePermanent Once 3 for good false',
      'delete Two 2 for now true',
      'deletePermanent Two 2 for good false',
    ])
    await expect(posts().delete(refused)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await posts().find({})).docs).toMatchObject([{ id: refused }])
  })

  it('store documents in their own tables, and read them from there', async () => {
    reset()
    const made = await posts().create({ title: 'A' })
    const { storage } = app().app
    await storage.transaction(async (tx) => {
      const stored = (await tx.get('posts', made.id)) as StoredDocument
      await tx.insert('posts:copy', { ...stored, json: stored.json.replace('"A"', '"Copy"') }, [])
    })
    const copy = await app().request('GET', `/api/collections/posts/${made.id}?copy=true`)
    expect(copy.body.doc.title).toBe('Copy')
    const list = await app().request('GET', '/api/collections/posts?copy=true')
    expect(list.body.docs).toMatchObject([{ title: 'Copy' }])
    expect(await posts().findOne(made.id)).toMatchObject({ title: 'A' })
    await storage.transaction(async (tx) => void (await tx.remove('posts:copy', made.id)))
  })

  it('accept preview tokens if they declare them, and no other credential there', async () => {
    const glimpse = (headers: Record<string, string>) =>
      app().request('GET', '/api/collections/posts/glimpse', { headers })
    expect((await glimpse({ authorization: 'Bearer abc' })).body).toEqual({
      actor: null,
      kind: 'preview',
      token: 'abc',
    })
    for (const [authorization, code] of [
      ['Session abc', 'invalid_token'],
      ['Bearer qk_abc', 'invalid_token'],
      ['Bearer', 'invalid_token'],
    ] as const) {
      const { status, body } = await glimpse({ authorization })
      expect([authorization, status, body.error.code]).toEqual([authorization, 401, code])
    }
    expect((await glimpse({})).body.error.code).toBe('unauthenticated')
    expect((await glimpse({ cookie: 'service_session=abc' })).body.error.code).toBe('unauthenticated')
    const elsewhere = await app().request('GET', '/api/collections/posts', { headers: { authorization: 'Bearer abc' } })
    expect(elsewhere.body.error.code).toBe('invalid_token')
    const { body } = await app().request('GET', '/api/openapi.json')
    expect(body.paths['/api/collections/posts/glimpse'].get.security).toEqual([{ previewToken: [] }])
    expect(body.components.securitySchemes.previewToken).toMatchObject({ type: 'http', scheme: 'bearer' })
  })
})

describe('jobs', () => {
  let runs = 0
  const open = (run: () => Promise<void>) =>
    createTestApp(config, {
      dialect: 'sqlite',
      postgresUrl: inject('postgresUrl'),
      features: [feature('works', { jobs: [{ name: 'works', every: 1, run }] })],
    })
  const untilRun = (times: number) => expect.poll(() => runs).toBeGreaterThanOrEqual(times)

  it('run repeatedly from the start of the application to its end', async () => {
    runs = 0
    const test = await open(async () => void (runs += 1))
    await untilRun(2)
    await test.close()
    const atClose = runs
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runs).toBe(atClose)
  })

  it('that throw run again', async () => {
    runs = 0
    const test = await open(async () => {
      runs += 1
      throw new Error('broken')
    })
    await untilRun(2)
    await test.close()
  })

  it('are signalled and awaited at the end', async () => {
    runs = 0
    let stopped = false
    let isThrough = false
    const features = [
      feature('works', {
        jobs: [
          {
            name: 'works',
            every: 1,
            async run(_call, stop) {
              runs += 1
              await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
              stopped = stop.aborted
              await new Promise((resolve) => setImmediate(resolve))
              isThrough = true
            },
          },
        ],
      }),
    ]
    const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), features })
    await untilRun(1)
    await test.close()
    expect([runs, stopped, isThrough]).toEqual([1, true, true])
  })
})

it('a feature that depends on a missing one stops the start', async () => {
  const stamps: Feature<Call> = { ...feature('stamps', {}), needs: ['inks', 'trash'] }
  await expect(
    createApp({ ...config, database: { dialect: 'sqlite', path: ':memory:' } }, { features: [stamps] }),
  ).rejects.toThrow(
    'The configuration is not valid: The feature "stamps" needs the feature "inks". Add it, or leave out "stamps".',
  )
})

const marks = (key: string) => recordTable({ name: 'marks', columns: { [key]: column.text() }, key: [key] })

it('record tables of one name report the plugins that define them, unless the table is the same', async () => {
  const shared = marks('id')
  const start = (tables: readonly RecordTable[]) =>
    createApp({
      ...config,
      database: { dialect: 'sqlite', path: ':memory:' },
      plugins: tables.map((table, at) => plugin({ key: `p${at}`, features: [feature('own', { records: [table] })] })),
    })
  await expect(start([marks('id'), marks('id')])).rejects.toThrow(
    'The record table "marks" comes from both the feature "own" of the plugin "p0" and the feature "own" of the plugin ' +
      '"p1". Rename one of them.',
  )
  const app = await start([shared, shared])
  await app.close()
})

describe('contributions that conflict stop the start with both names', () => {
  const replace = async () => undefined
  const cases: readonly [string, readonly Feature<Call>[], RegExp][] = [
    [
      'a step',
      [feature('mine', { steps: { 'delete.remove': { replace } } })],
      /collection "posts": step "delete\.remove" comes from both trash and mine/,
    ],
    [
      'a step that is not there',
      [feature('mine', { steps: { 'delete.nothing': { replace } } })],
      /collection "posts": mine changes the step "delete\.nothing", which does not exist/,
    ],
    [
      'a field',
      [feature('mine', { fields: { title: f.text() } })],
      /field "title" comes from both mine and the configuration/,
    ],
    [
      'a column',
      [feature('mine', { columns: [{ name: 'deletedAt', type: 'text' }] })],
      /column "deletedAt" comes from both trash and mine/,
    ],
    [
      'a table',
      [
        feature('mine', { tables: (own) => [{ ...own, name: 'posts:x' }] }),
        feature('yours', { tables: (own) => [{ ...own, name: 'posts:x' }] }),
      ],
      /table "posts:x" comes from both mine and yours/,
    ],
    [
      'a job',
      [
        feature('mine', { jobs: [{ name: 'j', every: 1, run: replace }] }),
        feature('yours', { jobs: [{ name: 'j', every: 1, run: replace }] }),
      ],
      /job "j" comes from both mine and yours/,
    ],
    [
      'a record table',
      [feature('mine', { records: [marks('id')] }), feature('yours', { records: [marks('name')] })],
      /The record table "marks" comes from both the feature "mine" and the feature "yours"/,
    ],
  ]
  for (const [name, features, message] of cases) {
    it(name, async () => {
      await expect(
        createApp({ ...config, database: { dialect: 'sqlite', path: ':memory:' } }, { features }),
      ).rejects.toThrow(message)
    })
  }
})
