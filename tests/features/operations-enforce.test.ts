import { type Call, defineOperation, type Feature, type Operation } from '@quire/core'
import { onEachDatabase } from '@quire/testkit'
import { collection, defineConfig, f, global } from 'quire'
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
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: () => true, update: () => false } }) },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

/** Operations of somebody who relies on docs/contract/access.md#operations-enforce, and asks nothing. */
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

const FEATURES: readonly Feature<Call>[] = [
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
        // It says that it asks by itself, and does not.
        bold('lie', { rule: 'update', asksItself: true }),
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

onEachDatabase('what an operation declares', { config, actors: { ann, bob }, features: FEATURES }, (app) => {
  const call = async (path: string, as?: string, headers = {}, method = 'POST') => {
    reached = []
    const { status, body } = await app().request(method, `/api/${path}`, { headers, ...(as && { as }) })
    return [status, body.error?.code ?? body, ...reached]
  }
  const make = async (owner: string) =>
    (await app().app.local.asSystem().collections.posts.create({ title: 'T', owner })).id

  it('is asked before its own code runs', async () => {
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

  it('says nothing of documents that the caller may not read', async () => {
    const hidden = await make('hidden')
    expect(await call(`collections/posts/${hidden}/look`, undefined, {}, 'GET')).toEqual([404, 'not_found'])
    expect(await call(`collections/posts/${hidden}/look`, 'ann', {}, 'GET')).toEqual([200, { done: true }, 'look'])
    expect(await call(`collections/posts/${ann.id}/sign`, 'ann')).toEqual([404, 'not_found'])
  })

  it('holds for revisions and locks too', async () => {
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

  it('fails closed: an operation that forgot to ask gives no answer', async () => {
    const id = await make(ann.id)
    expect(await call(`collections/posts/${id}/lie`, 'ann')).toEqual([500, 'internal', 'lie'])
  })

  it('asks nothing of the system', async () => {
    const id = await make('hidden')
    reached = []
    const methods = app().local.asSystem().collections['posts'] as unknown as Record<string, (id: string) => unknown>
    expect(await methods['erase']?.(id)).toEqual({ done: true })
    expect(reached).toEqual(['erase'])
  })
})
