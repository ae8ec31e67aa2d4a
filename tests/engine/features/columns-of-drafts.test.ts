import { purge, url as cacheAt } from '@quirecms/purge'
import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, plugin } from 'quirecms'
import { type Call, changeColumns, changesDocument, equality, type Feature } from 'quirecms/plugin'
import { expect, it } from 'vitest'
import { settled } from '../changes/newsroom.ts'

/** Counts likes in a column, which both copies of a document have. */
const counting: Feature<Call> = {
  name: 'likes',
  for: ({ slug }) => slug === 'pages',
  adds: () => ({
    columns: [{ name: 'likes', type: 'integer' }],
    systemFields: [
      {
        name: 'likes',
        column: 'likes',
        schema: { type: ['integer', 'null'] },
        storedAs: 'number',
        operators: equality,
      },
    ],
    operations: [
      changesDocument({
        name: 'like',
        summary: 'Like a document',
        endpoint: { method: 'POST', path: '/:id/like' },
        local: { method: 'like', args: ['id'] },
        body: { kind: 'none' },
        rule: 'update',
        capability: { name: 'like' },
        run: ({ call, unit, before }) =>
          changeColumns(call, unit, before, { likes: Number(before.columns['likes'] ?? 0) + 1 }, 'updated'),
      }),
    ],
  }),
}

/** Collects purges for longer than the tests run, so nothing is sent. */
const purging = purge({
  to: cacheAt({ url: 'http://127.0.0.1:9', secret: 'unused', privateNetwork: true }),
  collect: '1h',
})

const config = defineConfig({
  changes: true,
  server: { cacheTags: { header: 'Cache-Tag' } },
  plugins: [plugin({ key: 'likes', features: [counting] }), purging],
  collections: {
    marks: collection({ fields: { name: f.text() }, access: { read: () => false } }),
    pages: collection({
      versions: { drafts: true },
      fields: { title: f.text() },
      access: { read: () => true, update: () => true, readDrafts: () => false },
    }),
  },
})

onEachDatabase('a column of a plugin, with drafts', { config }, (app) => {
  it('changes the live copy: its ETag changes, and readers are notified', async () => {
    const pages = app().local.asSystem().collection('pages')
    const { id } = (await must(pages.create, 'create')({ title: 'Live' })) as { id: string }
    await must(pages['publish'], 'publish')(id)
    await must(pages.update, 'update')(id, { title: 'Draft' })
    const path = `/api/collections/pages/${id}`
    const before = await app().request('GET', path)
    const etag = before.headers.get('etag') ?? ''
    await settled(app().app)
    const { next } = (await app().request('GET', '/api/changes')).body as { next: string }
    expect((await app().request('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)

    await must(pages['like'], 'like')(id)
    const after = await app().request('GET', path, { headers: { 'If-None-Match': etag } })
    expect([after.status, after.body.doc]).toMatchObject([200, { title: 'Live', likes: 1 }])
    const changes = async () => (await app().request('GET', `/api/changes?after=${next}`)).body.changes as object[]
    await expect.poll(changes).toMatchObject([{ event: 'document.updated', documentId: id, live: true }])
  })

  it('purges the document from caches, unlike an update of its draft', async () => {
    const pages = app().local.asSystem().collection('pages')
    const { id } = (await must(pages.create, 'create')({ title: 'Live' })) as { id: string }
    await must(pages['publish'], 'publish')(id)
    const purges = () => app().app.storage.reader.records.count('purges', { documentId: id })
    const before = await purges()
    await must(pages.update, 'update')(id, { title: 'Draft' })
    expect(await purges()).toBe(before)
    await must(pages['like'], 'like')(id)
    expect(await purges()).toBe(before + 1)
  })

  it('notifies no reader of drafts that were never public', async () => {
    const pages = app().local.asSystem().collection('pages')
    const { id } = (await must(pages.create, 'create')({ title: 'Secret' })) as { id: string }
    await settled(app().app)
    const { next } = (await app().request('GET', '/api/changes')).body as { next: string }
    await must(pages['like'], 'like')(id)
    await settled(app().app)
    expect((await app().request('GET', `/api/changes?after=${next}`)).body.changes).toEqual([])
  })
})
