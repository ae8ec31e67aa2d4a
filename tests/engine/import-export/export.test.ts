import { must, onEachDatabase } from '@quirecms/testkit'
import { createClient } from '@quirecms/sdk'
import { beforeEach, expect, it } from 'vitest'
import { person, shop } from './shop.ts'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

onEachDatabase('exporting', { config: shop, jobs: false }, (test) => {
  let boss: Awaited<ReturnType<typeof person>>
  let clerk: typeof boss
  const system = () => test().app.local.asSystem().collections
  const clientOf = ({ token }: typeof boss) => createClient<typeof shop>({ baseUrl: test().url, token })

  async function exported(request: object = {}, as = boss) {
    const { products } = clientOf(as).collections
    const started = await products.export(request)
    expect(started).toMatchObject({ kind: 'export', status: 'pending', files: [] })
    await test().app.runJobs()
    const done = await products.transfer(started.id)
    if (done.status !== 'completed') return { done, text: '', response: undefined }
    const response = await products.transferFile(done.id, 'content')
    return { done, text: await response.text(), response }
  }

  async function fill() {
    const brand = await system().brands.create({ name: 'Acme', code: 'ac' })
    const { id } = await system().products.create({
      sku: 'A1',
      title: '=1+1',
      price: -2.5,
      isNew: true,
      since: '2026-01-02',
      kind: 'toy',
      tags: ['red', 'a, b'],
      brand: brand.id,
      related: [{ relationTo: 'brands', value: brand.id }],
      seo: { score: 3 },
      links: [{ url: '/x' }],
      data: 'text',
      cost: 9,
    })
    await system().products.update(id, { title: 'Lampe "groß"\nzwei', seo: { title: 'Leuchte' } }, { locale: 'de' })
    await system().products.create({ sku: 'B2', title: "'=x", tags: ['x', 'y'] })
    return { brand, id }
  }

  beforeEach(async () => {
    boss = await person(test(), 'boss')
    clerk = await person(test(), 'clerk')
  })

  it('runs one at a time for each user, so that one user cannot take all slots', async () => {
    const started = [boss, boss, clerk].map((who) => clientOf(who).collections.products.export({}))
    const ids = new Set((await Promise.all(started)).map(({ id }) => id))
    const { docs } = await test().app.local.asSystem().queue.list({ status: 'pending', limit: 100 })
    const own = docs.filter(
      ({ input }) => isObject(input) && ids.has(String((input as { transfer?: unknown }).transfer)),
    )
    const keys = own.map(({ key, createdBy }) => [key, `${createdBy?.collection}/${createdBy?.id}`])
    expect(keys).toHaveLength(3)
    for (const [key, creator] of keys) expect(key).toBe(creator)
    await test().app.runJobs()
  })

  it('writes a CSV file that no spreadsheet executes, and that round-trips', async () => {
    const { id } = await fill()
    const { done, text, response } = await exported({ sort: ['sku'] })
    expect(done).toMatchObject({ status: 'completed', done: 2, total: 2, failed: 0 })
    expect(done.files).toEqual([
      {
        name: 'content',
        filename: expect.stringMatching(/^products-\d{4}-\d\d-\d\d\.csv$/),
        size: Buffer.byteLength(text) + 3,
      },
    ])
    expect(response?.headers.get('content-type')).toContain('text/csv')
    expect(response?.headers.get('content-disposition')).toContain('attachment')
    const [head = '', first = ''] = text.split('\r\n')
    expect(head).toBe(
      'id,sku,title@en,title@de,price,stock,isNew,since,kind,tags,brand,related,seo.title@en,seo.title@de,seo.score,links,data,cost,revision,createdAt,updatedAt,deletedAt',
    )
    expect(first).toContain(`${id},A1,'=1+1,"Lampe ""groß""`)
    expect(text).toContain(`,B2,''=x,`)
    const before = (await system().products.find({ locale: 'all', sort: 'sku' })).docs
    await system().products.update(id, { title: 'gone', tags: [], links: [], price: 1 })
    const { id: transfer } = await clientOf(boss).collections.products.import({
      file: new File([text], 'x.csv'),
      upsertBy: 'sku',
    })
    await test().app.runJobs()
    expect(await clientOf(boss).collections.products.transfer(transfer)).toMatchObject({
      updated: 2,
      failed: 0,
      issues: 0,
    })
    const after = (await system().products.find({ locale: 'all', sort: 'sku' })).docs
    const content = (docs: readonly object[]) =>
      JSON.stringify(
        docs.map((doc) => ({ ...doc, revision: 0, updatedAt: 0, links: 0 })),
        (_, value: unknown) =>
          isObject(value)
            ? Object.fromEntries(
                Object.entries(value)
                  .filter(([, one]) => one !== null)
                  .toSorted(([a], [b]) => (a < b ? -1 : 1)),
              )
            : value,
      )
    expect(content(after)).toEqual(content(before))
    expect(after[0]?.links).toMatchObject([{ url: '/x' }])
  })

  it.each(['csv', 'json', 'jsonl'] as const)('includes system fields of documents (%s)', async (format) => {
    const { id } = await fill()
    await system().products.update(id, { price: 3 })
    const { revision, createdAt, updatedAt } = must(await system().products.findOne(id), 'product')
    expect(revision).toBeGreaterThan(1)
    const { text } = await exported({ format, sort: ['sku'] })
    const { text: chosen } = await exported({ format, sort: ['sku'], fields: ['revision', 'updatedAt'] })
    if (format === 'csv') {
      expect(text.split('\r\n').find((line) => line.includes('9,3,'))).toContain(
        `,${revision},${createdAt},${updatedAt},`,
      )
      expect(chosen.split('\r\n')[1]).toBe(`${revision},${updatedAt}`)
    } else {
      const first = (all: string): unknown => JSON.parse(all.replace(/^\[?\n?(.*?),?\n[^]*$/, '$1'))
      expect(first(text)).toMatchObject({ sku: 'A1', revision, createdAt, updatedAt })
      expect(first(chosen)).toEqual({ id, revision, updatedAt })
    }
  })

  it('contains what was requested: fields in their order, a query, a locale, titles of targets', async () => {
    await fill()
    const { text } = await exported({
      fields: ['title@de', 'brand.code', 'sku', 'id'],
      where: { sku: { equals: 'A1' } },
    })
    expect(text.split('\r\n').map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
      'title@de,brand.code,sku',
      '"Lampe ""groß""\nzwei",ac,A1',
      '',
    ])
    const { text: german } = await exported({ locale: 'de' })
    expect(german.split('\r\n')[0]).not.toContain('@en')
  })

  it.each(['json', 'jsonl'] as const)('writes %s like the API', async (format) => {
    await fill()
    const { text } = await exported({ format, sort: ['sku'], fields: ['sku', 'seo.score'] })
    const docs: unknown =
      format === 'json'
        ? JSON.parse(text)
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as unknown)
    expect(docs).toMatchObject([{ sku: 'A1', seo: { score: 3 } }, { sku: 'B2' }])
    expect(text).not.toContain('title')
    const { text: none } = await exported({ format, where: { sku: { equals: 'none' } } })
    expect(none).toBe(format === 'json' ? '[]\n' : '')
  })

  it('contains only what its user may read', async () => {
    await fill()
    const secret = await system().brands.create({ name: 'Secret', code: 'se' })
    await system().products.create({ sku: 'C3', title: 'C', brand: secret.id, cost: 5 })
    const { text } = await exported({ fields: ['sku', 'brand.code', 'cost'], sort: ['sku'] }, clerk)
    expect(text.split('\r\n').slice(1)).toEqual(['A1,ac,', 'B2,,', 'C3,,', ''])
    expect((await exported({}, clerk)).text.split('\r\n')[0]).not.toContain('cost')
    expect((await exported({ format: 'json' }, clerk)).text).not.toContain('cost')
    const { articles } = system()
    await articles.create({ title: 'Draft' })
    await articles.create({ title: 'Live' }, { publish: true })
    const run = async (as: typeof boss, request: object) => {
      const { id } = await clientOf(as).collections.articles.export(request)
      await test().app.runJobs()
      return (await clientOf(as).collections.articles.transferFile(id, 'content')).text()
    }
    const reader = await person(test(), 'reader')
    expect(await run(reader, {})).toContain('Live')
    expect(await run(reader, {})).not.toContain('Draft')
    expect(await run(reader, { draft: true })).not.toContain('Draft,')
    expect(await run(clerk, { draft: true })).toContain('Draft')
  })

  it('uses the current rights: the export of a deleted user is not written', async () => {
    await fill()
    const { products } = clientOf(clerk).collections
    const { id } = await products.export({})
    await system().users.delete(clerk.id)
    await test().app.runJobs()
    expect(await system().products.transfer(id)).toMatchObject({
      status: expect.stringMatching(/failed|pending/),
      done: 0,
      files: [],
    })
  })

  it('belongs to its user; a key gets only exports that it started', async () => {
    await fill()
    const { done } = await exported()
    const { products: others } = clientOf(clerk).collections
    await expect(others.transfer(done.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(others.transferFile(done.id, 'content')).rejects.toMatchObject({ code: 'not_found' })
    const response = await test().request('GET', `/api/transfers/collections/products/${done.id}/content`)
    expect(response.status).toBe(401)
    const cookie = { cookie: `service_session=${boss.token}` }
    const { body } = await test().request('POST', '/api/auth/api-keys', {
      body: { name: 'k', scopes: { collections: { products: ['read'] } } },
      headers: cookie,
    })
    const byKey = createClient<typeof shop>({ baseUrl: test().url, apiKey: String(body.key) }).collections
    await expect(byKey.products.transfer(done.id)).rejects.toMatchObject({ code: 'not_found' })
    const own = await byKey.products.export({})
    await test().app.runJobs()
    expect(await byKey.products.transfer(own.id)).toMatchObject({ status: 'completed', done: 2 })
    await expect(byKey.products.import({ file: new File(['sku'], 'a.csv') })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(byKey.articles.export({})).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is refused at once if the request is invalid', async () => {
    const refused = (request: object) =>
      clientOf(boss)
        .collections.products.export(request)
        .then(
          () => 'accepted',
          (error: { code: string; issues?: { path: string }[] }) => [error.code, error.issues?.map(({ path }) => path)],
        )
    expect(await refused({ fields: ['nothing'] })).toEqual(['validation', ['fields.0']])
    expect(await refused({ where: { nothing: { equals: 1 } } })).toEqual(['invalid_query', ['where.nothing']])
    expect(await refused({ sort: ['nothing'] })).toEqual(['invalid_query', ['sort.nothing']])
    expect(await refused({ locale: 'fr' })).toEqual(['validation', ['locale']])
    expect((await test().request('POST', '/api/collections/notes/export', { body: {} })).status).toBe(404)
  })

  it('can be downloaded in ranges', async () => {
    await fill()
    const { done, text } = await exported({ fields: ['sku'], sort: ['sku'] })
    const { token } = boss
    const path = `/api/transfers/collections/products/${done.id}/content`
    const part = await test().request('GET', path, {
      headers: { authorization: `Session ${token}`, range: 'bytes=3-5' },
    })
    expect([part.status, part.text]).toEqual([206, text.slice(0, 3)])
  })

  it('is limited to five at a time per user, and twenty are stored', async () => {
    const { products } = clientOf(boss).collections
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) ids.push((await products.export({})).id)
    await expect(products.export({})).rejects.toMatchObject({ code: 'conflict' })
    await test().app.runJobs()
    for (let number = 0; number < 4; number += 1) {
      for (let more = 0; more < 4; more += 1) ids.push((await products.export({})).id)
      await test().app.runJobs()
    }
    await products.export({})
    const found = await Promise.all(
      ids.map((id) =>
        products.transfer(id).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(found).toEqual(ids.map((_, at) => at > 1))
  })
})
