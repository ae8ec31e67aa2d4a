import { CHANNELS, onEachDatabase, type Outcome, type StatedCall, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const signedIn = ({ actor }: { actor: unknown }) => actor !== null

const config = defineConfig({
  collections: {
    authors: collection({ fields: { name: f.text({ required: true }) }, access: { read: everybody } }),
    // Documents can be sent as stored.
    plain: collection({
      fields: { title: f.text(), when: f.date(), data: f.json(), rows: f.array({ fields: { x: f.number() } }) },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
    // Documents must be rendered.
    posts: collection({
      fields: {
        title: f.text({ required: true }),
        slug: f.slug({ from: 'title', unique: true }),
        views: f.number({ default: 0 }),
        author: f.relationship({ to: 'authors' }),
        seo: f.group({ fields: { description: f.text(), index: f.checkbox({ default: true }) } }),
        sections: f.blocks({ blocks: { quote: { fields: { text: f.text({ required: true }) } } } }),
        note: f.text({ access: { read: signedIn, update: () => false } }),
        hidden: f.text({ hidden: true }),
        shout: f.virtual({ value: ({ doc }) => `${JSON.stringify(doc['title'])}!` }),
      },
      hooks: { afterRead: [({ doc }) => ({ ...doc, read: true })] },
      access: { read: everybody, create: signedIn, update: signedIn, delete: () => ({ views: { equals: 0 } }) },
    }),
  },
  globals: {
    settings: global({ fields: { name: f.text({ default: 'Site' }) }, access: { read: everybody, update: signedIn } }),
  },
})

const POST = '/api/collections/posts'
const calls: readonly StatedCall[] = [
  { call: `GET ${POST}` },
  { call: `GET ${POST}?limit=1&page=2&sort=title` },
  { call: `GET ${POST}?where={"views":{"greater_than":0}}&select={"title":true,"seo":{"index":true}}` },
  { call: `GET ${POST}?where={"note":{"equals":"x"}}` },
  { call: `GET ${POST}?where={"nope":{"equals":"x"},"title":{"near":[1]}}&sort=nope` },
  { call: `GET ${POST}?page=0` },
  { call: `GET ${POST}?limit=101` },
  { call: `GET ${POST}/count?where={"views":{"equals":7}}` },
  { call: `GET ${POST}/{one}` },
  { call: `GET ${POST}/{one}`, as: 'ann' },
  { call: `GET ${POST}/{one}?select={"shout":true,"sections":{"quote":{"text":true}}}` },
  { call: `GET ${POST}/{one}?select={"title":true,"views":false}` },
  { call: `GET ${POST}/{nothing}` },
  { call: `GET /api/collections/plain` },
  { call: `GET /api/collections/plain/{stored}` },
  { call: `GET /api/collections/plain/{stored}?select={}` },
  {
    call: `POST /api/collections/plain`,
    body: { title: '日本', when: '2026-01-01', data: { a: [1, null] }, rows: [{ x: 1 }] },
  },
  { call: `PATCH /api/collections/plain/{stored}`, body: { rows: [{ id: 'r1', x: 2 }, {}] } },
  { call: `POST /api/collections/plain/{stored}/duplicate`, body: {} },
  {
    call: `POST ${POST}`,
    as: 'ann',
    body: { title: 'New', author: '{author}', sections: [{ blockType: 'quote', text: 'q' }] },
  },
  { call: `POST ${POST}?select={"slug":true}`, as: 'ann', body: { title: 'New' } },
  {
    call: `POST ${POST}`,
    as: 'ann',
    body: { title: '', nope: 1, id: 'x', hidden: 'x', author: '{nothing}', sections: [{ blockType: 'quote' }] },
  },
  { call: `POST ${POST}`, as: 'ann', body: { title: 'x', slug: 'one' } },
  { call: `POST ${POST}`, body: { title: 'New' } },
  { call: `PATCH ${POST}/{one}`, as: 'ann', body: { title: 'Uno' } },
  { call: `PATCH ${POST}/{one}`, as: 'ann', body: {} },
  { call: `PATCH ${POST}/{one}`, as: 'ann', body: { note: 'x' } },
  { call: `PATCH ${POST}/{one}`, as: 'ann', body: { title: 'Uno' }, headers: { 'if-match': '"1"' } },
  { call: `PATCH ${POST}/{one}`, as: 'ann', body: { title: 'Uno' }, headers: { 'if-match': '7' } },
  { call: `PATCH ${POST}/{nothing}`, as: 'ann', body: { title: 'Uno' } },
  { call: `PATCH ${POST}/{one}`, body: { title: 'Uno' } },
  { call: `DELETE ${POST}/{one}` },
  { call: `DELETE ${POST}/{two}` },
  { call: `DELETE ${POST}/{two}`, as: 'ann' },
  { call: `DELETE ${POST}/{nothing}` },
  { call: `POST ${POST}/{one}/duplicate`, as: 'ann', body: {} },
  { call: `POST ${POST}/{one}/duplicate`, as: 'ann', body: { title: 'Copy', slug: 'two' } },
  {
    call: `POST ${POST}/bulk`,
    as: 'ann',
    body: { action: 'update', ids: ['{two}', '{nothing}', '{one}'], data: { views: 1 } },
  },
  { call: `POST ${POST}/bulk`, as: 'ann', body: { action: 'update', ids: ['{two}'], data: { views: 'x', note: 1 } } },
  { call: `POST ${POST}/bulk`, body: { action: 'delete', ids: ['{one}', '{two}'] } },
  { call: `POST ${POST}/bulk`, body: { action: 'nonsense', ids: ['a', 'a'], more: 1 } },
  { call: 'GET /api/globals/settings' },
  { call: 'GET /api/globals/settings?select={"name":true}' },
  { call: 'PATCH /api/globals/settings', as: 'ann', body: { name: 'Mine' } },
  { call: 'PATCH /api/globals/settings', as: 'ann', body: { name: 7, revision: 2 } },
  { call: 'PATCH /api/globals/settings', body: { name: 'Mine' } },
]

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

onEachDatabase('HTTP, the local API and the client return the same', { config, actors: { ann } }, (app) => {
  it.each(calls)('$call as $as', async (stated) => {
    const [[, overHttp], ...others] = CHANNELS
    const http = await inNewState(app(), stated, overHttp)
    for (const [channel, call] of others)
      expect({ [channel]: await inNewState(app(), stated, call) }).toEqual({ [channel]: http })
    expect(http.status).toBeLessThan(500)
  })
})

/** Result of the call in a fresh state, in a form that does not depend on the time. */
async function inNewState(
  app: TestApp<typeof config>,
  stated: StatedCall,
  call: (app: TestApp<typeof config>, stated: StatedCall) => Promise<Outcome>,
): Promise<{ status: number; body: unknown; events: unknown; left: unknown }> {
  await app.clear()
  const system = app.app.local.asSystem().collections
  const author = await system.authors.create({ name: 'Ann' })
  const fields = { title: 'One', views: 7, author: author.id, seo: { index: false }, note: 'n', hidden: 'h' }
  // Hidden fields are no part of the types.
  const created: unknown = await app.local.asSystem().collection('posts').create(fields)
  const one = created as { id: string }
  const two = await system.posts.create({ title: 'Two', sections: [{ blockType: 'quote', text: 'q' }] })
  const stored = await system.plain.create({
    title: 'S',
    when: '2026-02-02',
    data: { b: 1, a: { x: [] } },
    rows: [{ id: 'r1', x: 1 }],
  })
  const ids: Record<string, string> = {
    author: author.id,
    one: one.id,
    two: two.id,
    stored: stored.id,
    nothing: '01890000-0000-7000-8000-000000000000',
  }
  app.events.length = 0
  const filled = JSON.parse(
    JSON.stringify(stated).replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole),
  ) as StatedCall
  const { status, body } = await call(app, filled)
  const left = [
    await system.posts.find(),
    await system.plain.find(),
    await app.app.local.asSystem().globals.settings.get(),
  ]
  return timeless({ status, body: withoutHttp(body), events: app.events, left })
}

/** Status and request id only exist over HTTP. */
function withoutHttp(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key !== 'error' || typeof value !== 'object') return value
    return { ...value, status: undefined, requestId: undefined }
  })
}

/** Replaces ids by their order of appearance, and removes times. */
function timeless<Value>(value: Value): Value {
  const seen = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      seen.set(id, seen.get(id) ?? `id ${seen.size}`)
      return seen.get(id) ?? ''
    })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (instant) =>
      instant.endsWith('T00:00:00.000Z') ? instant : 'some time',
    )
  return JSON.parse(text) as Value
}
