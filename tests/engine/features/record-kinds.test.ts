import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin, QuireError } from 'quirecms'
import {
  answersValue,
  anyCaller,
  type Call,
  changesRecords,
  column,
  type Feature,
  listsRecords,
  type Operation,
  readsDocument,
  readsDocuments,
  recordOwner,
  recordTable,
  readerOf,
  signedIn,
} from 'quirecms/plugin'
import { expect, it } from 'vitest'

/** Documents that a user has starred: records of a plugin. */
const STARS = recordTable({
  name: 'stars',
  columns: { collection: column.text(), userId: column.text(), what: column.text() },
  key: ['collection', 'userId', 'what'],
})

let reached: string[] = []

const ownerOf = (call: Call) => recordOwner(signedIn(call).actor)

const described = (name: string, method: 'GET' | 'POST', base: 'plugins/stars' | null = 'plugins/stars') => ({
  name,
  summary: 'Says only what is its own',
  endpoint: { method, path: `/${name}`, ...(base && { base }) },
  local: { method: name, args: method === 'POST' ? (['body'] as const) : [] },
})

const STAR = { type: 'object', required: ['what'], properties: { what: { type: 'string' } } } as const
const VALUE = { kind: 'value', status: 200, schema: { type: 'object' } } as const

const OF_SERVICE: readonly Operation<Call>[] = [
  changesRecords({
    ...described('star', 'POST'),
    body: { kind: 'schema', schema: { ...STAR, additionalProperties: false } },
    answer: VALUE,
    authorize: ownerOf,
    request({ input: { body } }) {
      reached.push('request')
      const { what } = body as { what: string }
      if (what === 'nothing') throw new QuireError('conflict', 'Star something.')
      return what
    },
    async begin() {
      reached.push('begin')
      return 'began'
    },
    async run({ unit, principal, request: what, begun }) {
      reached.push(`run after it ${begun}`)
      await unit.tx.records.insert(STARS.name, { ...principal, what })
      if (what === 'broken') throw new QuireError('conflict', 'This one breaks.')
      return { kind: 'value', value: { starred: what } }
    },
  }),
  listsRecords({
    ...described('stars', 'GET'),
    authorize: ownerOf,
    table: STARS,
    match: ({ principal }) => principal,
    order: { column: 'what', descending: false },
    shows: ({ what }) => ({ what }),
    of: STAR,
  }),
  answersValue({
    ...described('total', 'GET'),
    answer: VALUE,
    authorize: anyCaller,
    answers: async ({ call }) => ({ total: await readerOf(call).records.count(STARS.name, {}) }),
  }),
  // An operation without an audience, with a cast.
  changesRecords({
    ...described('forgotten', 'POST'),
    body: { kind: 'none' },
    answer: VALUE,
    authorize: undefined as unknown as typeof anyCaller,
    async run() {
      reached.push('forgotten')
      return { kind: 'value', value: {} }
    },
  }),
]

const OF_COLLECTION: readonly Operation<Call>[] = [
  readsDocuments({
    ...described('initials', 'GET', null),
    parameters: ['where'],
    answer: VALUE,
    request: async () => 'asked before',
    paths: async () => 'asked behind',
    async answers({ call, tables: { table, where }, request, paths: asked }) {
      reached.push(`${request}, ${asked}`)
      return { kind: 'value', value: { documents: await readerOf(call).count(table, where) } }
    },
  }),
  readsDocument({
    ...described('initial', 'GET', null),
    endpoint: { method: 'GET', path: '/{id}/initial' },
    local: { method: 'initial', args: ['id'] },
    parameters: [],
    answer: VALUE,
    async answers({ document }) {
      reached.push('initial')
      return { kind: 'value', value: { revision: document.revision } }
    },
  }),
]

const features: readonly Feature<Call>[] = [
  { name: 'stars', for: ({ kind }) => kind === 'service', adds: () => ({ operations: OF_SERVICE, records: [STARS] }) },
  { name: 'initials', for: ({ kind }) => kind === 'collection', adds: () => ({ operations: OF_COLLECTION }) },
]

const config = defineConfig({
  plugins: [plugin({ key: 'stars', features })],
  collections: {
    posts: collection({
      fields: { title: f.text(), secret: f.text({ access: { read: () => false } }) },
      access: { read: ({ actor }) => (actor?.id === ann.id ? { title: { not_equals: 'hidden' } } : false) },
    }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const bob = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }

onEachDatabase(
  'operations of a plugin on records and on readable documents',
  { config, actors: { ann, bob } },
  (app) => {
    const call = async (method: string, path: string, as?: string, body?: object) => {
      reached = []
      const answer = await app().request(method, `/api/${path}`, { ...(as && { as }), ...(body && { body }) })
      return [answer.status, answer.body.error?.code ?? answer.body, ...reached]
    }
    const star = (what: string, as?: string) => call('POST', 'plugins/stars/star', as, { what })

    it('check access before anything else', async () => {
      expect(await star('nothing')).toEqual([401, 'unauthenticated'])
      expect(await star('nothing', 'ann')).toEqual([409, 'conflict', 'request'])
      expect(await star('moon', 'ann')).toEqual([200, { starred: 'moon' }, 'request', 'begin', 'run after it began'])
      expect(await call('GET', 'plugins/stars/stars')).toEqual([401, 'unauthenticated'])
    })

    it('leave nothing behind if they fail', async () => {
      const before = await call('GET', 'plugins/stars/total')
      expect(await star('broken', 'ann')).toEqual([409, 'conflict', 'request', 'begin', 'run after it began'])
      expect(await call('GET', 'plugins/stars/total')).toEqual(before)
    })

    it('list what belongs to the caller, in pages', async () => {
      for (const what of ['sun', 'moon', 'mars']) await star(what, 'ann')
      await star('venus', 'bob')
      const [, page] = await call('GET', 'plugins/stars/stars?limit=2&page=2', 'ann')
      expect(page).toMatchObject({ docs: [{ what: 'sun' }], pagination: { totalDocs: 3, totalPages: 2, page: 2 } })
      expect(await call('GET', 'plugins/stars/stars?limit=0', 'ann')).toEqual([400, 'invalid_query'])
    })

    it('fail closed: an operation without a declared audience gives no response', async () => {
      expect(await call('POST', 'plugins/stars/forgotten', 'ann')).toEqual([500, 'internal'])
    })

    it('read only what the rule permits', async () => {
      const posts = app().local.asSystem().collection('posts')
      const { id } = (await posts.create({ title: 'shown' })) as { id: string }
      const hidden = (await posts.create({ title: 'hidden' })) as { id: string }
      expect(await call('GET', 'collections/posts/initials')).toEqual([401, 'unauthenticated'])
      expect(await call('GET', 'collections/posts/initials', 'bob')).toEqual([403, 'forbidden'])
      expect(await call('GET', 'collections/posts/initials', 'ann')).toEqual([
        200,
        { documents: 1 },
        'asked before, asked behind',
      ])
      const bySecret = encodeURIComponent(JSON.stringify({ secret: { equals: 'x' } }))
      expect(await call('GET', `collections/posts/initials?where=${bySecret}`, 'ann')).toEqual([400, 'invalid_query'])
      expect(await call('GET', `collections/posts/${id}/initial`, 'bob')).toEqual([403, 'forbidden'])
      expect(await call('GET', `collections/posts/${hidden.id}/initial`, 'ann')).toEqual([404, 'not_found'])
      expect(await call('GET', `collections/posts/${id}/initial`, 'ann')).toEqual([200, { revision: 1 }, 'initial'])
    })
  },
)
