import { onEachDatabase } from '@quirecms/testkit'
import { createClient } from '@quirecms/sdk'
import { beforeEach, expect, it } from 'vitest'
import { person, shop } from './shop.ts'

onEachDatabase('background bulk actions', { config: shop, jobs: false }, (test) => {
  let boss: Awaited<ReturnType<typeof person>>
  const system = () => test().app.local.asSystem().collections.products
  const productsOf = ({ token }: typeof boss) =>
    createClient<typeof shop>({ baseUrl: test().url, token }).collections.products

  async function done(request: object, as = boss) {
    const products = productsOf(as)
    const started = await products.startBulk(request as never)
    expect(started).toMatchObject({ kind: 'bulk', status: 'pending' })
    await test().app.runJobs()
    return products.transfer(started.id)
  }

  const fill = async (count: number) => {
    const ids: string[] = []
    for (let number = 0; number < count; number += 1)
      ids.push((await system().create({ sku: `S${String(number).padStart(3, '0')}`, title: 'T', price: number })).id)
    return ids
  }

  beforeEach(async () => {
    boss = await person(test(), 'boss')
  })

  it('change more documents than a bulk call takes by id', async () => {
    const ids = await fill(130)
    expect(await done({ action: 'update', where: { price: { less_than: 120 } }, data: { stock: 99 } })).toMatchObject({
      status: 'completed',
      done: 120,
      total: 120,
      updated: 120,
      failed: 0,
      files: [],
    })
    expect(await system().count({ where: { stock: { equals: 99 } } })).toEqual({ count: 120 })
    expect(await done({ action: 'delete', ids })).toMatchObject({ updated: 130, failed: 0 })
    expect(await done({ action: 'deletePermanent', where: {} })).toMatchObject({ total: 130, updated: 130 })
    expect((await system().find({ trash: true })).docs).toEqual([])
  })

  it('name documents that a rule, a hook or a check refuses', async () => {
    const [one, two, three] = await fill(3)
    await system()
      .update(String(two), { sku: 'BROKEN' })
      .catch(() => undefined)
    const outcome = await done({ action: 'update', ids: [one, crypto.randomUUID(), three], data: { price: -99 } })
    expect(outcome).toMatchObject({ status: 'completed', updated: 0, failed: 3 })
    expect(outcome.firstIssues.map(({ row, column, code, document }) => [row, column, code, document])).toEqual([
      [1, 'price', 'min', one],
      [2, null, 'not_found', expect.any(String)],
      [3, 'price', 'min', three],
    ])
    const clerk = await person(test(), 'clerk')
    expect(await done({ action: 'delete', where: {} }, clerk)).toMatchObject({
      updated: 0,
      failed: 3,
      firstIssues: [{ code: 'forbidden' }, {}, {}],
    })
    expect(await system().count()).toEqual({ count: 3 })
    // The size of the trash is hidden from callers who may not read it.
    const emptied = productsOf(clerk).startBulk({ action: 'deletePermanent', where: {} })
    await expect(emptied).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('are refused at once if the request is invalid', async () => {
    const refused = (request: object) =>
      productsOf(boss)
        .startBulk(request as never)
        .then(
          () => 'accepted',
          (error: { code: string; issues?: { path: string }[] }) => [error.code, error.issues?.map(({ path }) => path)],
        )
    expect(await refused({ action: 'publish', where: {} })).toEqual(['validation', ['action']])
    expect(await refused({ action: 'constructor', where: {} })).toEqual(['validation', ['action']])
    expect(await refused({ action: 'update', where: {} })).toEqual(['validation', ['data']])
    expect(await refused({ action: 'delete' })).toEqual(['validation', ['ids']])
    expect(await refused({ action: 'delete', ids: ['a'], where: {} })).toEqual(['validation', ['where']])
    expect(await refused({ action: 'delete', where: { nothing: { equals: 1 } } })).toEqual([
      'invalid_query',
      ['where.nothing'],
    ])
  })

  it('identify a document by one name, whatever its content', async () => {
    const [one, two] = await fill(2)
    const both = `${one}\n${two}`
    const firstIssues = [{ row: 1, code: 'not_found', document: both }]
    expect(await done({ action: 'delete', ids: [both] })).toMatchObject({ done: 1, total: 1, updated: 0, firstIssues })
    expect(await system().count()).toEqual({ count: 2 })
  })

  it('find documents by search words in the requested locale, and write in it', async () => {
    const lamps = [
      await system().create({ sku: 'A', title: 'Lamp' }),
      await system().create({ sku: 'B', title: 'Lamp' }),
    ]
    await system().create({ sku: 'C', title: 'Chair' })
    for (const { id } of lamps) await system().update(id, { title: 'Leuchte' }, { locale: 'de' })
    expect(await done({ action: 'update', search: 'lamp', data: { stock: 1 } })).toMatchObject({ total: 2, updated: 2 })
    expect(await system().count({ where: { stock: { equals: 1 } } })).toEqual({ count: 2 })
    // A search in another locale finds nothing here, so nothing is changed.
    expect(await done({ action: 'update', search: 'leuchte', data: { stock: 2 } })).toMatchObject({
      total: 0,
      updated: 0,
    })
    const german = { action: 'update', search: 'leuchte', where: { sku: { equals: 'A' } }, locale: 'de' }
    expect(await done({ ...german, data: { title: 'Lampe' } })).toMatchObject({ total: 1, updated: 1 })
    const all = { action: 'update', locale: 'all', where: { 'title.de': { equals: 'Leuchte' } } }
    expect(await done({ ...all, data: { title: { de: 'Licht' } } })).toMatchObject({ total: 1, updated: 1 })
    const { docs } = await system().find({ locale: 'all', sort: 'sku', select: { title: true } })
    expect(docs.map(({ title }) => title)).toEqual([
      { en: 'Lamp', de: 'Lampe' },
      { en: 'Lamp', de: 'Licht' },
      { en: 'Chair' },
    ])
  })

  it('refuse search words without a search, and unknown locales', async () => {
    const client = createClient<typeof shop>({ baseUrl: test().url, token: boss.token })
    const refused = (slug: 'brands' | 'products', request: object) =>
      client.collections[slug].startBulk(request as never).then(
        () => 'accepted',
        (error: { code: string; issues?: { path: string }[] }) => [error.code, error.issues?.map(({ path }) => path)],
      )
    expect(await refused('brands', { action: 'delete', search: 'a' })).toEqual(['invalid_query', ['search']])
    expect(await refused('products', { action: 'delete', ids: ['a'], search: 'a' })).toEqual(['validation', ['search']])
    expect(await refused('products', { action: 'delete', where: {}, locale: 'fr' })).toEqual([
      'invalid_query',
      ['locale'],
    ])
    expect(await client.collections.products.transfers()).toEqual({ transfers: [] })
  })

  it('stop when they are cancelled, with exact counts', async () => {
    await fill(3)
    const { id, jobId } = await productsOf(boss).startBulk({ action: 'delete', where: {} })
    const client = createClient<typeof shop>({ baseUrl: test().url, token: boss.token })
    await client.request('POST', `/api/jobs/${jobId}/cancel`)
    await test().app.runJobs()
    expect(await productsOf(boss).transfer(id)).toMatchObject({ status: 'cancelled', updated: 0 })
    expect(await system().count()).toEqual({ count: 3 })
  })
})
