import {
  actsOnDocument,
  type Call,
  changesDocument,
  defineOperation,
  type Feature,
  inspectsDocument,
  createsDocument,
  type Operation,
} from 'quirecms/plugin'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

let reached: string[] = []

const config = defineConfig({
  collections: {
    posts: collection({
      fields: { title: f.text(), owner: f.text() },
      access: {
        read: ({ actor }) => (actor ? true : { owner: { not_equals: 'hidden' } }),
        create: ({ actor }) => actor !== null,
        update: ({ actor }) => (actor ? { owner: { equals: actor.id } } : false),
        delete: () => false,
      },
    }),
    closed: collection({ fields: { title: f.text() }, access: { read: ({ actor }) => actor !== null } }),
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: () => true, update: () => false } }) },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

/** Operations of a plugin that relies on docs/contract/access.md#operations-enforce and checks nothing itself. */
function bold(name: string, more: Partial<Operation<Call>>): Operation<Call> {
  return defineOperation({
    name,
    summary: 'Does as it pleases',
    endpoint: { method: 'POST', path: `/{id}/${name}` },
    local: { method: name, args: ['id'] },
    parameters: [],
    body: { kind: 'none' },
    ifMatch: true,
    answer: { kind: 'value', status: 200, schema: { type: 'object' } },
    run: async () => {
      reached.push(name)
      return { kind: 'value', value: { done: true } }
    },
    ...more,
  })
}

const described = (name: string) => ({
  name,
  summary: 'Says only what is its own',
  endpoint: { method: 'POST' as const, path: `/{id}/${name}` },
  local: { method: name, args: ['id' as const] },
  body: { kind: 'none' as const },
})

/** One operation of each kind: the engine asks its declared rule. */
const KINDS: readonly Operation<Call>[] = [
  changesDocument({
    ...described('touch'),
    rule: 'update',
    begin: async ({ call }) => call.entity.slug,
    async run({ before, begun }) {
      reached.push(`touch ${begun}`)
      return before
    },
    async undoBegin() {
      reached.push('gave up')
    },
  }),
  actsOnDocument({
    ...described('poke'),
    rule: 'update',
    ifMatch: true,
    leavesContent: true,
    answer: { kind: 'value', status: 200, schema: { type: 'object' } },
    async run({ before }) {
      reached.push('poke')
      return { kind: 'value', value: { revision: before.revision } }
    },
  }),
  inspectsDocument({
    ...described('peek'),
    endpoint: { method: 'GET', path: '/{id}/peek' },
    parameters: [],
    ifMatch: false,
    answer: { kind: 'value', status: 200, schema: { type: 'object' } },
    rule: 'update',
    async answers({ document }) {
      reached.push('peek')
      return { kind: 'value', value: { revision: document.revision } }
    },
  }),
  createsDocument({
    ...described('sow'),
    endpoint: { method: 'POST', path: '/sow' },
    local: { method: 'sow', args: ['body'] },
    body: { kind: 'document', partial: false, optional: true },
    rule: 'create',
    isGenerated: () => false,
    async begin() {
      reached.push('sow')
      return {}
    },
  }),
]

const FEATURES: readonly Feature<Call>[] = [
  { name: 'kinds', for: ({ kind }) => kind === 'collection', adds: () => ({ operations: KINDS }) },
  {
    name: 'bold',
    for: ({ kind }) => kind === 'collection',
    adds: () => ({
      operations: [
        bold('erase', { rule: 'delete' }),
        bold('sign', { rule: 'update' }),
        bold('look', { rule: 'read', endpoint: { method: 'GET', path: '/{id}/look' }, ifMatch: false }),
        bold('start', {
          rule: 'create',
          endpoint: { method: 'POST', path: '/start' },
          local: { method: 'start', args: [] },
        }),
        bold('mark', { rule: 'read' }),
        bold('survey', {
          rule: 'read',
          endpoint: { method: 'GET', path: '/survey' },
          local: { method: 'survey', args: [] },
          ifMatch: false,
        }),
        // Claims to ask its rule itself, but doesn't.
        bold('lie', { rule: 'update', checksAccess: true }),
      ],
    }),
  },
  {
    name: 'bold global',
    for: ({ kind }) => kind === 'global',
    adds: () => ({
      operations: [
        bold('paint', {
          rule: 'update',
          endpoint: { method: 'POST', path: '/paint' },
          local: { method: 'paint', args: [] },
        }),
      ],
    }),
  },
]

onEachDatabase('the declared rule of an operation', { config, actors: { ann, bob }, features: FEATURES }, (app) => {
  const call = async (path: string, as?: string, headers = {}, method = 'POST') => {
    reached = []
    const { status, body } = await app().request(method, `/api/${path}`, { headers, ...(as && { as }) })
    return [status, body.error?.code ?? body, ...reached]
  }
  const make = async (owner: string) =>
    (await app().app.local.asSystem().collections.posts.create({ title: 'T', owner })).id

  it('is checked before the operation runs', async () => {
    const id = await make(ann.id)
    expect(await call(`collections/posts/${id}/erase`)).toEqual([401, 'unauthenticated'])
    expect(await call(`collections/posts/${id}/erase`, 'ann')).toEqual([403, 'forbidden'])
    expect(await call(`collections/posts/${id}/sign`, 'bob')).toEqual([403, 'forbidden'])
    expect(await call(`collections/posts/${id}/sign`, 'ann')).toEqual([200, { done: true }, 'sign'])
    expect(await call('collections/posts/start')).toEqual([401, 'unauthenticated'])
    expect(await call('collections/posts/start', 'bob')).toEqual([200, { done: true }, 'start'])
    expect(await call('globals/site/paint', 'ann')).toEqual([403, 'forbidden'])
    const { operations } = (await app().request('POST', '/api/access/globals/site', { as: 'ann', body: {} })).body
    expect(operations).toMatchObject({ read: true, update: false })
  })

  it('reveals nothing about unreadable documents', async () => {
    const hidden = await make('hidden')
    expect(await call(`collections/posts/${hidden}/look`, undefined, {}, 'GET')).toEqual([404, 'not_found'])
    expect(await call(`collections/posts/${hidden}/look`, 'ann', {}, 'GET')).toEqual([200, { done: true }, 'look'])
    expect(await call(`collections/posts/${ann.id}/sign`, 'ann')).toEqual([404, 'not_found'])
    // A caller who may read no document of a collection gets no results from it.
    expect(await call('collections/closed/survey', undefined, {}, 'GET')).toEqual([401, 'unauthenticated'])
    expect(await call('collections/closed/survey', 'ann', {}, 'GET')).toEqual([200, { done: true }, 'survey'])
  })

  it('applies to revisions and locks too', async () => {
    const id = await make(ann.id)
    expect(await call(`collections/posts/${id}/sign`, 'ann', { 'if-match': '"7"' })).toEqual([409, 'revision_conflict'])
    expect(await call(`collections/posts/${id}/mark`, 'bob', { 'if-match': '"7"' })).toEqual([409, 'revision_conflict'])
    expect(await call(`collections/posts/${id}/mark`, 'bob')).toEqual([200, { done: true }, 'mark'])
    await app()
      .app.local.as({ ...ann })
      .collections.posts.lock(id)
    await app().app.local.asSystem().collections.posts.update(id, { owner: bob.id })
    expect(await call(`collections/posts/${id}/sign`, 'bob')).toEqual([409, 'locked'])
  })

  it('is checked by its kind, in the transaction of the operation', async () => {
    const id = await make(ann.id)
    const at = (name: string) => `collections/posts/${id}/${name}`
    expect(await call(at('touch'))).toEqual([401, 'unauthenticated'])
    expect(await call(at('touch'), 'bob')).toEqual([403, 'forbidden'])
    expect(await call(at('touch'), 'ann', { 'if-match': '"7"' })).toEqual([409, 'revision_conflict'])
    expect(await call(at('touch'), 'ann')).toEqual([
      200,
      { doc: expect.objectContaining({ id, title: 'T' }) },
      'touch posts',
    ])
    expect(await call(at('poke'), 'bob')).toEqual([403, 'forbidden'])
    expect(await call(at('poke'), 'ann', { 'if-match': '"7"' })).toEqual([409, 'revision_conflict'])
    expect(await call(at('peek'), 'bob', {}, 'GET')).toEqual([403, 'forbidden'])
    expect(await call(at('peek'), 'ann', {}, 'GET')).toEqual([200, { revision: 1 }, 'peek'])
    expect(await call('collections/posts/sow')).toEqual([401, 'unauthenticated'])
    expect(await call('collections/posts/sow', 'bob')).toEqual([
      201,
      { doc: expect.objectContaining({ revision: 1 }) },
      'sow',
    ])
    await app()
      .app.local.as({ ...ann })
      .collections.posts.lock(id)
    await app().app.local.asSystem().collections.posts.update(id, { owner: bob.id })
    expect(await call(at('touch'), 'bob')).toEqual([409, 'locked', 'gave up'])
    expect(await call(at('poke'), 'bob')).toEqual([200, { revision: 2 }, 'poke'])
  })

  it('fails closed: an operation that forgot the check gives no response', async () => {
    const id = await make(ann.id)
    expect(await call(`collections/posts/${id}/lie`, 'ann')).toEqual([500, 'internal', 'lie'])
  })

  it('does not apply to the system', async () => {
    const id = await make('hidden')
    reached = []
    const methods = app().local.asSystem().collections['posts'] as unknown as Record<string, (id: string) => unknown>
    expect(await methods['erase']?.(id)).toEqual({ done: true })
    expect(reached).toEqual(['erase'])
  })
})
