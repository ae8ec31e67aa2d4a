import { onEachDatabase } from '@quirecms/testkit'
import {
  collection,
  ConfigurationError,
  createApp,
  createLogger,
  defineConfig,
  f,
  global,
  plugin,
  sqlite,
} from 'quirecms'
import {
  actsOnDocument,
  type Call,
  column,
  defineOperation,
  type Feature,
  type Operation,
  readerOf,
  recordTable,
} from 'quirecms/plugin'
import { describe, expect, it, onTestFinished, test } from 'vitest'

declare module 'quirecms' {
  interface PluginRules {
    approve: true
  }
}

const APPROVALS = recordTable({
  name: 'approvals',
  columns: { document: column.text(), by: column.text() },
  key: ['document', 'by'],
})

const VALUE = { kind: 'value', status: 200, schema: { type: 'object' } } as const

const approve = actsOnDocument({
  name: 'approve',
  summary: 'Approve a document',
  endpoint: { method: 'POST', path: '/{id}/approve' },
  local: { method: 'approve', args: ['id'] },
  body: { kind: 'none' },
  ifMatch: false,
  answer: VALUE,
  rule: 'approve',
  capability: { name: 'approve' },
  leavesContent: true,
  async run({ call, unit, before }) {
    await unit.tx.records.insert(APPROVALS.name, { document: before.id, by: call.caller.actor?.id ?? '' })
    return { kind: 'value', value: { approved: true } }
  },
})

/** The engine asks its rule. */
const approvals: Operation<Call> = defineOperation({
  name: 'approvals',
  summary: 'Count who approved a document',
  endpoint: { method: 'GET', path: '/{id}/approvals' },
  local: { method: 'approvals', args: ['id'] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  answer: VALUE,
  rule: 'approve',
  async run(call) {
    const count = await readerOf(call).records.count(APPROVALS.name, { document: call.input.id ?? '' })
    return { kind: 'value', value: { count } }
  },
})

/** For collections with the option. */
const approving: Feature<Call> = {
  name: 'approvals',
  rules: ['approve'],
  for: ({ kind, options }) => kind === 'collection' && 'approve' in ((options['access'] as object | undefined) ?? {}),
  adds: () => ({ operations: [approve, approvals], records: [APPROVALS] }),
}

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

const config = defineConfig({
  plugins: [plugin({ key: 'approvals', features: [approving] })],
  collections: {
    posts: collection({
      fields: { title: f.text(), editor: f.text() },
      access: {
        read: () => true,
        update: () => false,
        approve: ({ actor }) => (actor ? { editor: { equals: actor.id } } : false),
      },
    }),
    notes: collection({ fields: { text: f.text() }, access: { read: () => true } }),
  },
})

onEachDatabase('a rule from a plugin', { config, actors: { ann, bob } }, (app) => {
  const post = async () =>
    (await app().local.asSystem().collection('posts').create({ title: 'one', editor: ann.id })) as { id: string }
  const call = (id: string, as?: string, method: 'GET' | 'POST' = 'POST') =>
    app().request(method, `/api/collections/posts/${id}/${method === 'POST' ? 'approve' : 'approvals'}`, { as })

  it('is checked before its operation, with the arguments about the document', async () => {
    const { id } = await post()
    expect(await call(id)).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } })
    expect(await call(id, 'bob')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect(await call(id, 'bob', 'GET')).toMatchObject({ status: 403 })
    expect(await app().app.storage.reader.records.count(APPROVALS.name, {})).toBe(0)
    expect(await call(id, 'ann')).toMatchObject({ status: 200, body: { approved: true } })
    expect(await call(id, 'ann', 'GET')).toMatchObject({ status: 200, body: { count: 1 } })
  })

  it('is part of the capabilities', async () => {
    const { id } = await post()
    const ask = async (as?: string) =>
      (await app().request('POST', '/api/access/collections/posts', { as, body: { id } })).body.operations
    expect(await ask('ann')).toMatchObject({ approve: true, update: false })
    expect(await ask('bob')).toMatchObject({ approve: false })
    expect(await ask()).toMatchObject({ approve: false })
    const { body } = await app().request('POST', '/api/access/collections/notes', { as: 'ann' })
    expect(body.operations).not.toHaveProperty('approve')
  })

  it('is described in OpenAPI', async () => {
    const { body } = await app().request('GET', '/api/openapi.json')
    expect(body.paths['/api/collections/posts/{id}/approve'].post.description).toBe(
      'Approve a document. The access rule `approve` says who may do this.',
    )
    expect(body.paths['/api/collections/posts/{id}'].patch.description).not.toContain('access rule')
    expect(body.paths).not.toHaveProperty('/api/collections/notes/{id}/approve')
  })
})

const everywhere: Feature<Call> = { ...approving, for: ({ kind }) => kind === 'collection' }
const users = collection({ auth: true, fields: {} })

onEachDatabase(
  'a rule that no configuration defines',
  {
    config: defineConfig({
      plugins: [plugin({ key: 'approvals', features: [everywhere] })],
      collections: { users, posts: collection({ fields: { title: f.text() }, access: { read: () => true } }) },
    }),
    actors: { ann, bob: { ...bob, collection: 'others' } },
  },
  (app) => {
    it('permits only callers who may do everything', async () => {
      const { id } = (await app().local.asSystem().collection('posts').create({ title: 'one' })) as { id: string }
      const path = `/api/collections/posts/${id}/approve`
      expect(await app().request('POST', path)).toMatchObject({ status: 401 })
      expect(await app().request('POST', path, { as: 'bob' })).toMatchObject({ status: 403 })
      expect(await app().request('POST', path, { as: 'ann' })).toMatchObject({ status: 200 })
    })
  },
)

test('the compiler knows it, and refuses similar names', () => {
  collection({
    fields: {},
    access: { approve: ({ actor }) => (actor === null ? false : { id: { equals: actor.id } }) },
  })
  global({ fields: {}, access: { approve: () => true } })
  // @ts-expect-error No plugin brings this one.
  collection({ fields: {}, access: { aprove: () => true } })
  // @ts-expect-error It answers with yes, no or a query.
  collection({ fields: {}, access: { approve: () => 'yes' } })
  // @ts-expect-error No plugin brings this one.
  const wrong: Feature<Call> = { ...approving, rules: ['aprove'] }
  expect(wrong.rules).toEqual(['aprove'])
})

describe('an application does not start', () => {
  const fields = { title: f.text() }
  const start = async (features: readonly Feature<Call>[], access: object = {}, more: object = {}) => {
    const app = await createApp(
      defineConfig({
        database: sqlite(':memory:'),
        plugins: [plugin({ key: 'approvals', features })],
        collections: { posts: collection({ fields, access }) },
        ...more,
      }),
      { log: createLogger({ level: 'silent' }) },
    )
    onTestFinished(() => app.close())
  }
  const named = (rules: readonly string[], name = 'approvals') =>
    ({ ...approving, name, rules, adds: () => ({}) }) as unknown as Feature<Call>

  test('with a rule that no feature defines', async () => {
    const access = { aprove: () => true }
    await expect(start([approving], access)).rejects.toThrow(ConfigurationError)
    await expect(start([approving], access)).rejects.toThrow(/collections\.posts\.access\.aprove/)
    await expect(start([], { approve: () => true })).rejects.toThrow(/collections\.posts\.access\.approve/)
    const globals = { site: global({ fields, access: { approve: () => true } }) }
    await expect(start([], {}, { globals })).rejects.toThrow(/globals\.site\.access\.approve/)
  })

  test('with a rule that is not a function', async () => {
    await expect(start([approving], { approve: true })).rejects.toThrow(/collections\.posts\.access\.approve/)
  })

  test('with an operation whose rule its feature does not declare', async () => {
    const forgot: Feature<Call> = {
      name: 'forgot',
      for: ({ kind }) => kind === 'collection',
      adds: () => ({ operations: [approve] }),
    }
    await expect(start([forgot])).rejects.toThrow('"approve" names the rule "approve", which no feature has')
  })

  test('with a rule of two features, or one of the framework', async () => {
    await expect(start([named(['approve']), named(['approve'], 'others')])).rejects.toThrow(
      'The rule "approve" comes from both approvals and the feature "others"',
    )
    await expect(start([named(['read'])])).rejects.toThrow('The rule "read" comes from both the framework')
    await expect(start([named(['approve']), named(['approve'])])).resolves.toBeUndefined()
  })

  test('with an invalid rule name', async () => {
    for (const name of ['', 'two words', '__proto__', 'constructor', 'toString', 'Approve'])
      await expect(start([named([name])])).rejects.toThrow('cannot have a rule')
  })
})

test('a rule that no operation uses is reported at startup', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) }
  const nowhere: Feature<Call> = { ...approving, for: () => false }
  const app = await createApp(
    defineConfig({
      database: sqlite(':memory:'),
      plugins: [plugin({ key: 'approvals', features: [nowhere] })],
      collections: { posts: collection({ fields: {}, access: { approve: () => true } }) },
    }),
    { log: createLogger({ level: 'warn', destination }) },
  )
  onTestFinished(() => app.close())
  await app.listen({ port: 0 })
  expect(lines).toContain('nothing uses the rule collections.posts.access.approve. Leave it out.')
})
