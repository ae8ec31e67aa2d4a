import { onEachDatabase } from '@quirecms/testkit'
import { createClient } from '@quirecms/sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import { person, seen, shop } from './shop.ts'

onEachDatabase('importing', { config: shop, jobs: false }, (test) => {
  let boss: Awaited<ReturnType<typeof person>>
  let clerk: typeof boss
  const system = () => test().app.local.asSystem()
  const clientOf = ({ token }: typeof boss) => createClient<typeof shop>({ baseUrl: test().url, token })
  const file = (content: string, name = 'table.csv') => ({ name, content: Buffer.from(content) })

  /** Imports as a user, to the end. */
  async function imported(content: string, options: object = {}, as = boss) {
    const products = clientOf(as).collections.products
    const started = await products.import({ file: new File([content], 'table.csv'), ...options })
    expect(started).toMatchObject({ kind: 'import', status: 'pending', done: 0 })
    await test().app.runJobs()
    return products.transfer(started.id)
  }

  const all = async () => (await system().collections.products.find({ limit: 100, sort: 'sku', locale: 'all' })).docs

  beforeEach(async () => {
    seen.committed.length = seen.contexts.length = 0
    boss = await person(test(), 'boss')
    clerk = await person(test(), 'clerk')
  })

  it('creates documents from rows, with every kind of cell', async () => {
    const brand = await system().collections.brands.create({ name: 'Acme', code: 'ac' })
    const table = [
      'sku,title,title@de,price,stock,isNew,since,kind,tags,brand,related,seo.title@de,seo.score,links,data',
      `A1,Lamp,Lampe,12.5,,yes,2026-01-02,toy,"red, blue",${brand.id},brands/${brand.id},Leuchte,3,"[{""url"":""/x""}]","{""a"":[1]}"`,
      `'=B2,'=1+1,,0,3,FALSE,,,"[""a,b"",""c""]",,,,,,`,
    ].join('\r\n')
    expect(await imported(table)).toMatchObject({
      status: 'completed',
      done: 3,
      total: 3,
      created: 2,
      updated: 0,
      failed: 0,
      issues: 0,
      error: null,
      files: [],
    })
    const [second, first] = await all()
    expect(first).toMatchObject({
      sku: 'A1',
      title: { en: 'Lamp', de: 'Lampe' },
      price: 12.5,
      stock: 7,
      isNew: true,
      since: '2026-01-02T00:00:00.000Z',
      kind: 'toy',
      tags: ['red', 'blue'],
      brand: brand.id,
      related: [{ relationTo: 'brands', value: brand.id }],
      seo: { title: { de: 'Leuchte' }, score: 3 },
      links: [{ url: '/x' }],
      data: { a: [1] },
    })
    expect(second).toMatchObject({
      sku: '=B2',
      title: { en: '=1+1' },
      price: 0,
      stock: 3,
      isNew: false,
      tags: ['a,b', 'c'],
    })
    expect(seen.committed).toEqual(['"A1"', '"=B2"'])
  })

  it('reports all issues by row and column, and a dry run changes nothing', async () => {
    await system().collections.products.create({ sku: 'TAKEN', title: 'There' })
    seen.committed.length = 0
    const table = [
      'sku,title,price,brand.code,colour',
      'A,One,abc,,',
      'TAKEN,Two,1,,',
      'B,,-3,nobody,',
      'C,Fine,1,,',
      'C,Again,1,,',
      'BROKEN,Six,1,,',
      `D,${'x'.repeat(41)},1,,,too,many`,
    ].join('\n')
    const done = await imported(table, { dryRun: true })
    expect(done).toMatchObject({ status: 'completed', dryRun: true, created: 1, failed: 6, done: 8, total: 8 })
    expect(done.firstIssues.map(({ row, column, code }) => [row, column, code])).toEqual([
      [1, 'colour', 'unknown_field'],
      [2, 'price', 'type'],
      [3, 'sku', 'unique'],
      [4, 'brand.code', 'not_found'],
      [6, 'sku', 'unique'],
      [7, null, 'internal'],
      [8, null, 'custom'],
    ])
    expect(done.firstIssues[1]?.message).toBe('Must be a number such as 3.14.')
    expect(done.columns.slice(0, 4)).toEqual([
      { column: 'sku', field: 'sku' },
      { column: 'title', field: 'title' },
      { column: 'price', field: 'price' },
      { column: 'brand.code', field: 'brand.code' },
    ])
    expect(JSON.stringify(done)).not.toContain('secret of the hook')
    expect((await all()).map(({ sku }) => sku)).toEqual(['TAKEN'])
    expect(seen.committed).toEqual([])
    expect(seen.contexts).toContainEqual({ id: done.id, dryRun: true })
    const response = await clientOf(boss).collections.products.transferFile(done.id, 'issues')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('row,column,code,message,document')
    expect(lines).toHaveLength(8)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    expect(done.files).toEqual([
      {
        name: 'issues',
        filename: expect.stringMatching(/^products-.*-issues\.csv$/),
        size: Number(response.headers.get('content-length')),
      },
    ])
  })

  it('stops at the first invalid row, or skips it', async () => {
    const table = 'sku,title,price\nA,One,1\nB,Two,x\nC,Three,3\n'
    expect(await imported(table)).toMatchObject({ status: 'completed', created: 1, failed: 1, done: 3, total: 4 })
    expect((await all()).map(({ sku }) => sku)).toEqual(['A'])
    const rest = 'sku,title,price\nB,Two,x\nC,Three,3\n'
    expect(await imported(rest, { onIssue: 'skip' })).toMatchObject({ created: 1, failed: 1, done: 3 })
    expect((await all()).map(({ sku }) => sku)).toEqual(['A', 'C'])
  })

  it('changes the document with the same unique value, or id; empty cells clear, or keep', async () => {
    const { id } = await system().collections.products.create({ sku: 'A', title: 'Old', price: 5, stock: 1 })
    await system().collections.products.update(id, { title: 'Alt' }, { locale: 'de' })
    const table = 'sku;title;price;stock\nA;New;;\nB;Made;2;\n'
    expect(await imported(table, { upsertBy: 'sku' })).toMatchObject({ created: 1, updated: 1, failed: 0 })
    expect(await all()).toMatchObject([
      { sku: 'A', title: { en: 'New', de: 'Alt' }, price: null, stock: null },
      { sku: 'B', price: 2, stock: 7 },
    ])
    const byId = `id,title,price\n${id},Newer,\n,Nobody,1\n${crypto.randomUUID()},X,1\n`
    const done = await imported(byId, { upsertBy: 'id', emptyCells: 'keep', onIssue: 'skip' })
    expect(done).toMatchObject({ created: 0, updated: 1, failed: 2 })
    expect(done.firstIssues.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'sku', 'required'],
      [4, null, 'not_found'],
    ])
    expect((await all())[0]).toMatchObject({ title: { en: 'Newer' }, price: null })
  })

  it('preserves texts exactly, including blanks', async () => {
    const done = await imported('sku,title,price\nA,  , \n A,One,1\n', { onIssue: 'skip' })
    expect(done).toMatchObject({ created: 2, failed: 0 })
    expect(await all()).toMatchObject([{ sku: ' A' }, { sku: 'A', title: { en: '  ' } }])
  })

  it('finds documents that an earlier row created', async () => {
    const done = await imported('sku,title,brand.code\nA,One,new\nMAKES,Two,\nB,Three,new\n', { onIssue: 'skip' })
    expect(done).toMatchObject({ created: 2, failed: 1, firstIssues: [{ row: 2, code: 'not_found' }] })
  })

  it('with many long headings completes, and returns them in full', async () => {
    const heads = Array.from({ length: 200 }, (_, at) => `${at}${'ü'.repeat(310)}`)
    const mapping = Object.fromEntries(heads.map((head) => [head, null]))
    const options = { mapping: Object.fromEntries(Object.entries(mapping).slice(0, 100)), onIssue: 'skip' }
    const done = await imported(`sku,title,${heads.join(',')}\nA,One\n`, options)
    expect(done).toMatchObject({ status: 'completed', created: 1, error: null })
    expect(done.columns[2]).toEqual({ column: heads[0], field: null })
  })

  it('maps columns to fields, and uses a locale for columns without one', async () => {
    const options = { mapping: { 'Art.-Nr.': 'sku', Name: 'title', Intern: null }, locale: 'de' }
    const done = await imported('\uFEFFArt.-Nr.;Name;Intern;title@en\r\nA;Lampe;x;Lamp\r\n', options)
    expect(done).toMatchObject({ created: 1, issues: 0 })
    expect(await all()).toMatchObject([{ sku: 'A', title: { en: 'Lamp', de: 'Lampe' } }])
  })

  it.each(['json', 'jsonl'] as const)('reads %s like the API', async (format) => {
    const docs = [
      {
        id: crypto.randomUUID(),
        sku: 'A',
        title: { en: 'One', de: 'Eins' },
        createdAt: '2020-01-01T00:00:00.000Z',
        links: [{ url: '/a' }],
      },
      { sku: 'B', title: { en: 'Two' }, price: 'much' },
    ]
    const text = format === 'json' ? JSON.stringify(docs) : docs.map((doc) => JSON.stringify(doc)).join('\n')
    const done = await imported(text, { format, onIssue: 'skip' })
    expect(done).toMatchObject({ created: 1, failed: 1, firstIssues: [{ row: 2, column: 'price', code: 'type' }] })
    expect(await all()).toMatchObject([{ sku: 'A', title: { en: 'One', de: 'Eins' }, links: [{ url: '/a' }] }])
  })

  it('acts with the rights of its user', async () => {
    const done = await imported('sku,title,cost\nA,One,3\n', { onIssue: 'skip' }, clerk)
    expect(done).toMatchObject({ created: 0, failed: 1, firstIssues: [{ row: 2, column: 'cost', code: 'forbidden' }] })
    await system().collections.brands.create({ name: 'Secret', code: 'se' })
    const hidden = await imported('sku,title,brand.code\nA,One,se\n', {}, clerk)
    expect(hidden.firstIssues).toMatchObject([{ row: 2, column: 'brand.code', code: 'not_found' }])
    const reader = await person(test(), 'reader')
    await expect(
      clientOf(reader).collections.products.import({ file: new File(['sku\nA'], 'a.csv') }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    const nobody = createClient<typeof shop>({ baseUrl: test().url })
    await expect(nobody.collections.products.import({ file: new File(['sku\nA'], 'a.csv') })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await expect(nobody.collections.products.export({})).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await all()).toEqual([])
  })

  it('of drafts creates drafts, or publishes them', async () => {
    const articles = clientOf(boss).collections.articles
    const run = async (content: string, options: object) => {
      const { id } = await articles.import({ file: new File([content], 'a.csv'), ...options })
      await test().app.runJobs()
      return articles.transfer(id)
    }
    expect(await run('title,slug\nOne,one\n', {})).toMatchObject({ created: 1 })
    expect(await run('title,slug\nTwo,two\nOne!,one\n', { publish: true, upsertBy: 'slug' })).toMatchObject({
      created: 1,
      updated: 1,
    })
    const { docs } = await system().collections.articles.find({ draft: true, sort: 'slug' })
    expect(docs.map(({ title, _status }) => [title, _status])).toEqual([
      ['One!', 'published'],
      ['Two', 'published'],
    ])
  })

  describe('a request', () => {
    const refused = (options: object, content = 'sku,title\nA,B') =>
      clientOf(boss)
        .collections.products.import({ file: new File([content], 'a.csv'), ...options })
        .then(
          () => 'accepted',
          (error: { code: string; issues?: { path: string }[] }) => [error.code, error.issues?.map(({ path }) => path)],
        )

    it('is refused at once if it is invalid', async () => {
      expect(await refused({ upsertBy: 'title' })).toEqual(['validation', ['data.upsertBy']])
      expect(await refused({ publish: true })).toEqual(['validation', ['data.publish']])
      expect(await refused({ locale: 'fr' })).toEqual(['validation', ['data.locale']])
      expect(await refused({ mapping: { a: 'nothing' } })).toEqual(['validation', ['data.mapping.a']])
      expect(await refused({ format: 'xlsx' })).toEqual(['validation', ['data.format']])
      expect(await refused({}, 'a,b\0')).toEqual(['validation', ['file']])
      expect(
        await system()
          .collections.products.transfer(crypto.randomUUID())
          .catch((error: Error) => error.message),
      ).toContain('no such import')
    })

    it('leaves nothing behind when it is refused', async () => {
      const { records } = test().app.storage.reader
      const kept = async () => [await records.count('transfers', {}), await records.count('transfer_parts', {})]
      const before = await kept()
      await refused({ format: 'xlsx' })
      await refused({}, 'a,b\0')
      expect(await kept()).toEqual(before)
    })

    it('with a broken file fails before the first row is written', async () => {
      const done = await imported(`sku,title\nA,One\nB,"never closed\n`)
      expect(done).toMatchObject({
        status: 'failed',
        created: 0,
        error: { code: 'validation', issues: [{ path: 'file' }] },
      })
      expect(done.error?.issues?.[0]?.message).toContain('Row 3')
      expect(await all()).toEqual([])
    })
  })

  it('in process takes a path or bytes, and belongs to its caller', async () => {
    const own = test().app.local.as(boss.actor).collections.products
    const { id } = await own.import({ file: file('sku,title\nA,One\n') })
    await test().app.runJobs()
    expect(await own.transfer(id)).toMatchObject({ created: 1 })
    await expect(test().app.local.as(clerk.actor).collections.products.transfer(id)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(clientOf(clerk).collections.articles.transfer(id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await system().collections.products.transfer(id)).toMatchObject({ id })
  })
})
