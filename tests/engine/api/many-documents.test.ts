import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, QuireError } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const told: string[] = []
const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }

let onChange: (id: string | undefined) => unknown = () => undefined

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true, unique: true }),
        views: f.number({ default: 0 }),
        note: f.text({ localized: true }),
        above: f.relationship({ to: 'posts' }),
      },
      access: {
        read: ({ actor }) => actor !== null || { views: { greater_than: 0 } },
        create: ({ actor, data }) => actor !== null && data?.['title'] !== 'Forbidden',
        update: ({ doc }) => doc?.['title'] !== 'Locked',
        delete: ({ doc }) => doc?.['title'] !== 'Locked',
      },
      hooks: {
        afterChange: [
          ({ data }) => {
            if (data?.['title'] === 'Spam') throw new QuireError('forbidden', 'Not here.')
          },
        ],
        afterCommit: [
          ({ operation, previous, next }) => void told.push(`${operation} ${(next ?? previous)?.['title'] as string}`),
        ],
      },
    }),
    jobs: collection({
      fields: { state: f.text() },
      hooks: { beforeChange: [({ id }) => onChange(id)], beforeDelete: [({ id }) => onChange(id)] },
    }),
    imports: collection({
      fields: { titles: f.text({ many: true }) },
      access: { create: () => true },
      hooks: {
        afterChange: [
          async ({ local, data }) => {
            const titles = data?.['titles'] as string[]
            await local.asSystem().collections['posts']?.['createMany']?.(titles.map((title) => ({ title })))
          },
        ],
      },
    }),
  },
})

onEachDatabase('operations on many documents, and transactions', { config, actors: { ann } }, (app) => {
  const system = () => app().app.local.asSystem()
  const posts = () => system().collections.posts
  const asAnn = () => app().app.local.as(ann).collections.posts
  const titles = async () => {
    const all: (string | null)[] = []
    for await (const { title } of posts().each()) all.push(title)
    return all
  }

  beforeEach(() => {
    told.length = 0
  })

  it('each iterates over all matches in the order of ids, whatever their number', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({ title: `Post ${index}`, views: index }))
    const made = await posts().createMany(many)
    expect(made.map(({ title }) => title)).toEqual(many.map(({ title }) => title))
    expect(await titles()).toEqual(many.map(({ title }) => title))
    const found: unknown[] = []
    for await (const doc of posts().each({ where: { views: { less_than: 205 } }, select: { views: true } }))
      found.push(doc)
    expect(found).toHaveLength(205)
    expect(found[204]).toMatchObject({ views: 204 })
    expect(found[204]).not.toHaveProperty('title')
  })

  it('each reads with the rights of its caller, and refuses the same options as a list', async () => {
    await posts().createMany([{ title: 'Seen', views: 1 }, { title: 'Unseen' }])
    const seen: unknown[] = []
    for await (const { title } of app().app.local.collections.posts.each()) seen.push(title)
    expect(seen).toEqual(['Seen'])
    // @ts-expect-error -- no such field
    const wrong = posts().each({ where: { nonsense: { equals: 1 } } })
    await expect(wrong[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'invalid_query',
      issues: [{ path: 'where.nonsense' }],
    })
    // @ts-expect-error -- it has an order of its own
    const sorted = posts().each({ sort: 'title' })
    await expect(sorted[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'invalid_query' })
  })

  it('each may change the documents that it iterates over', async () => {
    await posts().createMany(Array.from({ length: 150 }, (_, index) => ({ title: `Post ${index}` })))
    for await (const { id } of posts().each({ where: { views: { equals: 0 } } })) await posts().update(id, { views: 1 })
    expect(await posts().count({ where: { views: { equals: 1 } } })).toEqual({ count: 150 })
  })

  it('createMany creates the valid ones in batches, and returns the issues of the others', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => ({ title: `Post ${index}` }))
    rows[3] = { title: '' }
    rows[120] = { title: 'Post 7' }
    rows[121] = { title: 'Spam' }
    const made = await posts().createMany(rows)
    expect(made.map(({ title }) => title)).toEqual(
      rows.map(({ title }) => title).filter((_, index) => ![3, 120, 121].includes(index)),
    )
    expect(made).toMatchObject({ length: 247, failed: 3 })
    expect(made.results).toHaveLength(250)
    expect(made.results[0]).toEqual({ id: made[0]?.id, ok: true })
    expect(made.results[3]).toMatchObject({
      id: null,
      ok: false,
      error: { code: 'validation', issues: [{ code: 'required', path: '3.title' }] },
    })
    expect(made.results[120]).toMatchObject({
      ok: false,
      error: { code: 'validation', issues: [{ code: 'unique', path: '120.title' }] },
    })
    expect(made.results[121]).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(await titles()).toEqual(made.map(({ title }) => title))
    expect(told.toSorted()).toEqual(made.map(({ title }) => `create ${title}`).toSorted())
    expect(await posts().createMany([])).toMatchObject({ length: 0, failed: 0, results: [] })
  })

  it('a caller without any right is refused as a whole, and so is an unknown option', async () => {
    const forAnyone = app().app.local.collections.posts
    await expect(forAnyone.createMany([{ title: 'One' }, { title: 'Two' }])).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    // @ts-expect-error -- no such option
    await expect(posts().createMany([{ title: 'One' }], { nonsense: true })).rejects.toMatchObject({
      code: 'invalid_query',
      issues: [{ path: 'nonsense' }],
    })
    await expect(posts().createMany([{ title: 'One' }], { transactionTimeout: '1m' })).rejects.toMatchObject({
      issues: [{ path: 'transactionTimeout' }],
    })
    await expect(posts().createMany([{ title: 'One' }], { atomic: true, transactionTimeout: 0 })).rejects.toMatchObject(
      { issues: [{ path: 'transactionTimeout' }] },
    )
    expect(await posts().count()).toEqual({ count: 0 })
  })

  it('with `atomic`, createMany creates all or none, and names the invalid one', async () => {
    const atomic = { atomic: true } as const
    await expect(posts().createMany([{ title: 'One' }, { title: '' }], atomic)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'required', path: '1.title' }],
    })
    await expect(posts().createMany([{ title: 'One' }, { title: 'One' }], atomic)).rejects.toMatchObject({
      issues: [{ code: 'unique', path: '1.title' }],
    })
    await expect(posts().createMany([{ title: 'One' }, { title: 'Spam' }], atomic)).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(asAnn().createMany([{ title: 'One' }, { title: 'Forbidden' }], atomic)).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await posts().count()).toEqual({ count: 0 })
    expect(told).toEqual([])
    expect(await asAnn().createMany([{ title: 'One' }, { title: 'Two' }], atomic)).toMatchObject([
      { views: 0 },
      { views: 0 },
    ])
    expect(told).toEqual(['create One', 'create Two'])
  })

  it('inside a transaction, everything is part of it', async () => {
    const failing = system().transaction(async (local) => {
      await local.collections.posts.createMany([{ title: 'A' }, { title: 'B' }])
      await local.collections.posts.createMany([{ title: 'C' }, { title: 'A' }])
    })
    await expect(failing).rejects.toMatchObject({ issues: [{ code: 'unique', path: '1.title' }] })
    expect(await posts().count()).toEqual({ count: 0 })
    expect(told).toEqual([])
  })

  it('updateMany updates all matches, each with its rules and hooks', async () => {
    await posts().createMany([{ title: 'A', views: 1 }, { title: 'B', views: 1 }, { title: 'C' }])
    told.length = 0
    const request = { where: { views: { equals: 1 } }, data: { views: 2 } } as const
    expect(await asAnn().updateMany(request)).toMatchObject({ updated: 2, failed: 0 })
    expect(told).toEqual(['update A', 'update B'])
    expect(await asAnn().updateMany(request)).toEqual({ updated: 0, failed: 0, results: [] })
    const locked = await posts().create({ title: 'Locked' })
    const all = { where: {}, data: { views: 9 } } as const
    await expect(asAnn().updateMany(all, { atomic: true })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await posts().count({ where: { views: { equals: 9 } } })).toEqual({ count: 0 })
    const changed = await asAnn().updateMany(all)
    expect(changed).toMatchObject({ updated: 3, failed: 1 })
    expect(changed.results.filter(({ ok }) => !ok)).toMatchObject([{ id: locked.id, error: { code: 'forbidden' } }])
    expect(await posts().count({ where: { views: { equals: 9 } } })).toEqual({ count: 3 })
    const inGerman = { where: {}, data: { note: 'Da' } } as const
    expect(await posts().updateMany(inGerman, { locale: 'de' })).toMatchObject({ updated: 4 })
    expect((await posts().find({ locale: 'all', limit: 1 })).docs).toMatchObject([{ note: { de: 'Da' } }])
  })

  it('deleteMany deletes all matches', async () => {
    await posts().createMany([{ title: 'A', views: 1 }, { title: 'B', views: 1 }, { title: 'Locked' }])
    await expect(asAnn().deleteMany({ where: {} }, { atomic: true })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await titles()).toEqual(['A', 'B', 'Locked'])
    expect(await asAnn().deleteMany({ where: { views: { equals: 1 } } })).toMatchObject({ deleted: 2, failed: 0 })
    expect(await titles()).toEqual(['Locked'])
  })

  it('updateMany skips documents that are deleted meanwhile; both report refused ones', async () => {
    const { jobs } = system().collections
    const [first, second] = await jobs.createMany([{ state: 'a' }, { state: 'a' }])
    const where = { state: { equals: 'a' } } as const
    onChange = (id) => {
      if (id === second?.id) throw new QuireError('not_found', 'What this is about cannot be found.')
    }
    const request = { where, data: { state: 'b' } } as const
    await expect(jobs.updateMany(request, { atomic: true })).rejects.toMatchObject({ code: 'not_found' })
    await expect(jobs.deleteMany({ where }, { atomic: true })).rejects.toMatchObject({ code: 'not_found' })
    expect(await jobs.count({ where })).toEqual({ count: 2 })
    expect(await jobs.updateMany({ where, data: { state: 'a' } })).toMatchObject({
      updated: 1,
      failed: 1,
      results: [
        { id: first?.id, ok: true },
        { id: second?.id, ok: false, error: { code: 'not_found' } },
      ],
    })
    onChange = async (id) => {
      onChange = () => undefined
      if (id === first?.id) await jobs.delete(String(second?.id))
    }
    expect(await jobs.updateMany(request)).toEqual({ updated: 1, failed: 0, results: [{ id: first?.id, ok: true }] })
    expect((await jobs.find()).docs).toMatchObject([{ id: first?.id, state: 'b' }])
  })

  it('a call without a `where` changes nothing', async () => {
    await posts().create({ title: 'A' })
    const all = app().local.asSystem().collections['posts']
    for (const call of [
      all?.['deleteMany']?.(),
      all?.['deleteMany']?.({}),
      all?.['updateMany']?.({ data: { views: 1 } }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'invalid_query', issues: [{ path: 'where' }] })
    }
    expect(await titles()).toEqual(['A'])
  })

  it('a transaction is atomic, and reads its own writes', async () => {
    const failing = system().transaction(async (local) => {
      await local.collections.posts.create({ title: 'A' })
      await local.as(ann).collections.posts.create({ title: 'B' })
      expect(await local.collections.posts.count()).toEqual({ count: 2 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await posts().count()).toEqual({ count: 0 })
    expect(told).toEqual([])
    const result = await system().transaction(async (local) => {
      const { id } = await local.collections.posts.create({ title: 'A' })
      // A part that fails is undone by itself, if you catch its error.
      await local.collections.posts.create({ title: 'A' }).catch(() => undefined)
      await local
        .transaction(async (inner) => {
          await inner.collections.posts.create({ title: 'Inner' })
          throw new Error('only this part')
        })
        .catch(() => undefined)
      await Promise.all(['B', 'C'].map((title) => local.collections.posts.create({ title, above: id })))
      expect(told).toEqual([])
      return id
    })
    expect(await posts().findOne(result)).toMatchObject({ title: 'A' })
    expect(await titles()).toEqual(['A', 'B', 'C'])
    expect(told).toEqual(['create A', 'create B', 'create C'])
  })

  it('a transaction keeps the rights of its caller', async () => {
    const asNobody = app().app.local.transaction((local) => local.collections.posts.create({ title: 'A' }))
    await expect(asNobody).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('an error in a bulk call of a hook is an internal error', async () => {
    const send = (list: readonly string[]) =>
      fetch(`${app().url}/api/collections/imports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ titles: list }),
      })
    expect((await send(['A', 'A'])).status).toBe(500)
    expect(await titles()).toEqual([])
    expect((await send(['A', 'B'])).status).toBe(201)
    expect(await titles()).toEqual(['A', 'B'])
  })
})
