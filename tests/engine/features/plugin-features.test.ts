import { onEachDatabase } from '@quirecms/testkit'
import * as quire from 'quirecms'
import { collection, defineConfig, f, plugin } from 'quirecms'
import * as pluginSurface from 'quirecms/plugin'
import { type Call, type Feature, column, inTransaction, inspectsDocument, newId, recordTable } from 'quirecms/plugin'
import { expect, it, test } from 'vitest'

const looks = recordTable({
  name: 'looks',
  columns: { id: column.text(), document: column.text() },
  key: ['id'],
  indexes: [{ columns: ['document'], unique: false }],
})

/** Returns the age of a document, and counts the callers. */
const age = inspectsDocument({
  name: 'age',
  summary: 'Say how old a document is',
  endpoint: { method: 'GET', path: '/{id}/age' },
  local: { method: 'age', args: ['id'] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  rule: 'read',
  answer: { kind: 'value', status: 200, schema: { type: 'object' } },
  async answers({ call, document }) {
    const now = call.runtime.clock().getTime()
    const asked = await inTransaction(call, async ({ tx }) => {
      await tx.records.insert(looks.name, { id: newId(now), document: document.id })
      return tx.records.count(looks.name, { document: document.id })
    })
    return { kind: 'value', value: { days: Math.floor((now - Date.parse(document.createdAt)) / 86_400_000), asked } }
  },
})

const ages: Feature<Call> = {
  name: 'ages',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({ operations: [age], records: [looks] }),
}

const config = defineConfig({
  plugins: [plugin({ key: 'age', features: [ages] })],
  collections: {
    posts: collection({ fields: { title: f.text() }, access: { read: () => ({ title: { not_equals: 'secret' } }) } }),
  },
})

onEachDatabase('a plugin that uses only the public surface', { config }, (app) => {
  it('adds an operation that checks its rule, and its own table', async () => {
    const { id } = (await app().local.asSystem().collection('posts').create({ title: 'one' })) as { id: string }
    const path = `/api/collections/posts/${id}/age`
    expect(await app().request('GET', path)).toMatchObject({ status: 200, body: { days: 0, asked: 1 } })
    expect(await app().request('GET', path)).toMatchObject({ status: 200, body: { days: 0, asked: 2 } })
  })

  it('refuses callers who may not read the document', async () => {
    const { id } = (await app().local.asSystem().collection('posts').create({ title: 'secret' })) as { id: string }
    const { status, text } = await app().request('GET', `/api/collections/posts/${id}/age`)
    expect({ status, days: text.includes('days') }).toEqual({ status: 404, days: false })
  })
})

test('a name that both modules export is the same value', () => {
  const [both, own] = [quire, pluginSurface].map((module) => new Map<string, unknown>(Object.entries(module)))
  const shared = [...(own?.keys() ?? [])].filter((name) => both?.has(name))
  expect(shared).toContain('QuireError')
  expect(shared.filter((name) => own?.get(name) !== both?.get(name))).toEqual([])
})
