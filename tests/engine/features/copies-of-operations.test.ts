import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin } from 'quirecms'
import {
  actsOnDocument,
  type Call,
  column,
  type Feature,
  inspectsDocument,
  type Operation,
  recordTable,
} from 'quirecms/plugin'
import { describe, expect, it } from 'vitest'

const SEEN = recordTable({
  name: 'seen-copies',
  columns: { document: column.text(), revision: column.integer(), operation: column.text() },
  key: ['document', 'operation'],
})

const VALUE = { kind: 'value', status: 200, schema: { type: 'object' } } as const

/** Returns the revision and content that it received. */
const told = ({ revision, json }: { readonly revision: number; readonly json: string }) =>
  ({ kind: 'value', value: { revision, title: String((JSON.parse(json) as { title: unknown }).title) } }) as const

const acting = (
  name: string,
  more: Pick<Operation<Call>, 'copy'> & { rule: 'read' | 'update'; leavesContent?: true },
) =>
  actsOnDocument({
    ...more,
    name,
    summary: `Do ${name}`,
    endpoint: { method: 'POST', path: `/{id}/${name}` },
    local: { method: name, args: ['id'] },
    body: { kind: 'none' },
    ifMatch: true,
    answer: VALUE,
    capability: { name },
    async run({ unit, before }) {
      const row = { document: before.id, revision: before.revision, operation: name }
      if (!(await unit.tx.records.insert(SEEN.name, row)))
        await unit.tx.records.update(SEEN.name, { document: before.id, operation: name }, row)
      return told(before)
    },
  })

const look = (name: string, more: Pick<Operation<Call>, 'copy'> & { rule: 'read' | 'update' }) =>
  inspectsDocument({
    ...more,
    name,
    summary: `Do ${name}`,
    endpoint: { method: 'GET', path: `/{id}/${name}` },
    local: { method: name, args: ['id'] },
    parameters: [],
    body: { kind: 'none' },
    ifMatch: false,
    answer: VALUE,
    answers: async ({ document }) => told(document),
  })

const operations = [
  acting('like', { rule: 'read', leavesContent: true }),
  acting('claim', { rule: 'read' }),
  acting('likework', { rule: 'read', copy: 'working', leavesContent: true }),
  acting('mark', { rule: 'update', leavesContent: true }),
  acting('marklive', { rule: 'update', copy: 'read', leavesContent: true }),
  look('glance', { rule: 'read' }),
  look('inspect', { rule: 'update' }),
]

const copying: Feature<Call> = {
  name: 'copies',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({ operations, records: [SEEN] }),
}

const editor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const reader = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users' }
const isEditor = ({ actor }: { readonly actor: { readonly id: string } | null }) => actor?.id === editor.id

const config = defineConfig({
  plugins: [plugin({ key: 'copies', features: [copying] })],
  collections: {
    posts: collection({
      versions: { drafts: true },
      fields: { title: f.text() },
      access: {
        // Unpublished changes are hidden, as usual.
        read: (args) => isEditor(args) || { _status: { equals: 'published' } },
        update: ({ actor }) => actor !== null,
        publish: isEditor,
        readDrafts: isEditor,
      },
    }),
    plain: collection({ fields: { title: f.text() }, access: { read: () => ({ title: { not_equals: 'secret' } }) } }),
  },
})

onEachDatabase('the copy that an operation gets', { config, actors: { editor, reader } }, (app) => {
  const call = (id: string, name: string, as?: string, headers?: Record<string, string>) =>
    app().request(name === 'glance' || name === 'inspect' ? 'GET' : 'POST', `/api/collections/posts/${id}/${name}`, {
      as,
      headers,
    })
  /** Revision 2 is live, with later changes. */
  async function published(): Promise<string> {
    const posts = app().local.asSystem().collection('posts')
    const { id } = (await must(posts['create'], 'create')({ title: 'Live' })) as { id: string }
    await must(posts['publish'], 'publish')(id)
    await must(posts['update'], 'update')(id, { title: 'Draft' })
    return id
  }
  const live = { status: 200, body: { revision: 2, title: 'Live' } }
  const working = { status: 200, body: { revision: 3, title: 'Draft' } }

  it('is the one that the caller reads, if its rule is that for reading', async () => {
    const id = await published()
    for (const as of [undefined, 'reader']) {
      expect(await call(id, 'like', as)).toMatchObject(live)
      expect(await call(id, 'claim', as)).toMatchObject(live)
      expect(await call(id, 'glance', as)).toMatchObject(live)
    }
    expect(await call(id, 'like', 'editor')).toMatchObject(working)
    expect(await call(id, 'glance', 'editor')).toMatchObject(working)
    expect(await app().app.storage.reader.records.count(SEEN.name, { document: id })).toBe(2)
  })

  it('is the working copy for every other rule, and if the operation says so', async () => {
    const id = await published()
    for (const [name, status] of Object.entries({ likework: 403, mark: 404, inspect: 404 })) {
      expect(await call(id, name, 'editor')).toMatchObject(working)
      const refused = await call(id, name, 'reader')
      expect({ name, status: refused.status, shows: refused.text.includes('Draft') }).toEqual({
        name,
        status,
        shows: false,
      })
    }
    expect(await call(id, 'marklive', 'reader')).toMatchObject(live)
    expect(await call(id, 'marklive')).toMatchObject({ status: 401 })
    expect(await call(id, 'marklive', 'editor')).toMatchObject(working)
  })

  it('is the one whose revision If-Match names', async () => {
    const id = await published()
    expect(await call(id, 'like', 'reader', { 'if-match': '"2"' })).toMatchObject(live)
    expect(await call(id, 'like', 'reader', { 'if-match': '"3"' })).toMatchObject({ status: 409 })
    expect(await call(id, 'mark', 'editor', { 'if-match': '"2"' })).toMatchObject({ status: 409 })
  })

  it('is missing if there is no readable one, and nothing is done', async () => {
    const posts = app().local.asSystem().collection('posts')
    const { id } = (await must(posts['create'], 'create')({ title: 'Never published' })) as { id: string }
    for (const name of ['like', 'claim', 'glance', 'marklive']) {
      const answer = await call(id, name, 'reader')
      expect({ name, status: answer.status, shows: answer.text.includes('Never') }).toEqual({
        name,
        status: 404,
        shows: false,
      })
    }
    expect(await app().app.storage.reader.records.count(SEEN.name, { document: id })).toBe(0)
    expect(await call(id, 'like', 'editor')).toMatchObject({ status: 200, body: { title: 'Never published' } })
  })

  it('determines the capabilities', async () => {
    const id = await published()
    const { body } = await app().request('POST', '/api/access/collections/posts', { as: 'reader', body: { id } })
    expect(body.operations).toMatchObject({ like: true, claim: true, likework: false, mark: false, marklive: true })
  })

  it('is refused while another user holds the lock, unless the operation does not change content', async () => {
    const id = await published()
    expect(await app().request('POST', `/api/collections/posts/${id}/lock`, { as: 'editor' })).toMatchObject({
      status: 200,
    })
    expect(await call(id, 'claim', 'reader')).toMatchObject({ status: 409, body: { error: { code: 'locked' } } })
    expect(await call(id, 'like', 'reader')).toMatchObject(live)
  })

  describe('without drafts', () => {
    it('is the only one, if the caller may read it', async () => {
      const { create } = app().local.asSystem().collection('plain')
      const plain = { create: must(create, 'create') }
      const open = (await plain.create({ title: 'open' })) as { id: string }
      const closed = (await plain.create({ title: 'secret' })) as { id: string }
      const like = (id: string) => app().request('POST', `/api/collections/plain/${id}/like`)
      expect(await like(open.id)).toMatchObject({ status: 200, body: { revision: 1, title: 'open' } })
      expect(await like(closed.id)).toMatchObject({ status: 404 })
    })
  })
})
