import { describeEachDatabase } from '@quirecms/testkit'
import { createLogger, f } from 'quirecms'
import { expect, it } from 'vitest'
import { type EvolvedApp, evolving } from './evolving.ts'

describeEachDatabase('warnings about stored content (%s)', (dialect) => {
  const database = evolving(dialect)
  const warnings = ({ storage }: EvolvedApp) => storage.migrations.warnings()

  it('name documents that lack a newly required value, until none does', async () => {
    const first = await database.posts({ title: f.text(), seo: f.group({ fields: { a: f.text() } }) })
    const { posts } = first.local.collections
    const { id } = await posts.create({ title: 'One' })
    const lacking: string[] = []
    for (let number = 0; number < 7; number += 1) lacking.push((await posts.create({ title: null })).id)
    expect(await warnings(first)).toEqual([])

    const fields = {
      title: f.text({ required: true }),
      seo: f.group({ fields: { a: f.text({ required: true }) } }),
      rows: f.array({ fields: { b: f.text({ required: true }) } }),
      translated: f.text({ many: true, required: true }),
    }
    const told: string[] = []
    const log = createLogger({ level: 'silent' })
    log.warn = (message: unknown) => void told.push(String(message))
    const second = await database.posts(fields, {}, { log })
    const named = lacking.slice(0, 5).join(', ')
    const expected = [
      `posts.seo.a is required, but documents lack it, and reads show null: 8 documents (${[id, ...lacking].slice(0, 5).join(', ')} and 3 more).`,
      `posts.title is required, but documents lack it, and reads show null: 7 documents (${named} and 2 more).`,
    ]
    expect(await warnings(second)).toEqual(expected)
    expect(told).toEqual(expected)
    expect((await second.storage.migrations.status()).pending).toEqual([])
    const now = second.local.collections.posts
    for (const one of [id, ...lacking]) await now.update(one, { title: 'Now', seo: { a: 'a' }, translated: ['x'] })
    expect(await warnings(second)).toEqual([])

    const third = await database.posts(fields)
    expect(await warnings(third)).toEqual([])
  })

  it('name documents with values that are no longer allowed, until none has', async () => {
    const rows = (options: string[]) => f.array({ fields: { kind: f.select({ options }) } })
    const first = await database.posts({
      kind: f.select({ options: ['a', 'b', 'c'] }),
      kinds: f.select({ options: ['a', 'b'], many: true }),
      size: f.number(),
      sizes: f.number({ many: true }),
      rows: rows(['a', 'b']),
      whole: f.number(),
    })
    const { posts } = first.local.collections
    const { id } = await posts.create({
      kind: 'b',
      kinds: ['a', 'b'],
      size: 1.5,
      sizes: [1, 2.5],
      rows: [{ kind: 'b' }],
    })
    await posts.create({ kind: 'a', kinds: ['a'], size: 2, sizes: [3], rows: [{ kind: 'a' }], whole: 7 })
    const fields = {
      kind: f.select({ options: ['a', 'd'] }),
      kinds: f.select({ options: ['a'], many: true }),
      size: f.number({ integer: true }),
      sizes: f.number({ integer: true, many: true }),
      rows: rows(['a']),
      whole: f.number({ integer: true }),
    }
    const noOption = (path: string) =>
      `posts.${path} has values that are no longer options. Change them, or allow them again. Until then, reads show them: 1 document (${id}).`
    const notWhole = (path: string) =>
      `posts.${path} has numbers that are not whole. Change them, or allow them again. Until then, reads show them: 1 document (${id}).`
    const expected = [noOption('kind'), noOption('kinds'), noOption('rows.kind'), notWhole('size'), notWhole('sizes')]
    const second = await database.posts(fields)
    expect(await warnings(second)).toEqual(expected)
    // The warnings repeat at every start until the documents are corrected. They prevent nothing.
    const third = await database.posts(fields)
    expect(await warnings(third)).toEqual(expected)
    expect((await third.storage.migrations.status()).pending).toEqual([])
    const now = third.local.collections.posts
    expect(await now.findOne(id)).toMatchObject({ kind: 'b', kinds: ['a', 'b'], size: 1.5, sizes: [1, 2.5] })
    await now.update(id, { whole: 1 })
    await expect(now.update(id, { kind: 'b', size: 2.5 })).rejects.toMatchObject({ code: 'validation' })
    await now.update(id, { kind: 'd', kinds: [], size: 2, sizes: [], rows: [] })
    expect(await warnings(third)).toEqual([])

    // Fields that may come back cause no further scan.
    const statements: string[] = []
    const onStatement = (sql: string) => void statements.push(sql)
    const fourth = await database.posts(fields, {}, { onStatement })
    statements.length = 0
    expect(await warnings(fourth)).toEqual([])
    expect(statements.filter((sql) => sql.includes('doc_posts'))).toEqual([])
    const fifth = await database.posts({ ...fields, kind: f.select({ options: ['a', 'd', 'e'] }) }, {}, { onStatement })
    statements.length = 0
    expect(await warnings(fifth)).toEqual([])
    expect(statements.filter((sql) => sql.includes('doc_posts'))).toEqual([])
  })

  it('name live copies that lack a newly required value, drafts counted separately, until none does', async () => {
    const versions = { versions: { drafts: true } }
    const first = await database.posts({ title: f.text(), kind: f.select({ options: ['a', 'b'] }) }, versions)
    const { posts } = first.local.collections
    const live: string[] = []
    const drafts: string[] = []
    for (let number = 0; number < 7; number += 1) {
      const { id } = await posts.create({ kind: 'a' })
      await posts.publish(id)
      live.push(id)
    }
    for (const kind of ['a', 'b', 'a']) drafts.push((await posts.create({ kind })).id)
    // A draft of a live document with a title counts as a draft only.
    const { id: mended } = await posts.create({ title: 'Live', kind: 'a' })
    await posts.publish(mended)
    await posts.update(mended, { title: null })
    const [whole] = [await posts.create({ title: 'Whole', kind: 'a' })]
    await posts.publish(whole.id)

    const fields = { title: f.text({ required: true }), kind: f.select({ options: ['a'] }) }
    const told: string[] = []
    const log = createLogger({ level: 'silent' })
    log.warn = (message: unknown) => void told.push(String(message))
    const second = await database.posts(fields, versions, { log })
    const lacking = `posts.title is required, but documents lack it, and reads show null: 7 published documents (${live.slice(0, 5).join(', ')} and 2 more), and 4 drafts (${[...drafts, mended].join(', ')}).`
    const noOption = `posts.kind has values that are no longer options. Change them, or allow them again. Until then, reads show them: 1 draft (${drafts[1]}).`
    expect(await warnings(second)).toEqual([noOption, lacking])
    expect(told).toEqual([noOption, lacking])
    expect((await second.storage.migrations.status()).pending).toEqual([])

    // Published documents are complete now; drafts may still lack it.
    const now = second.local.collections.posts
    for (const id of live) {
      await now.update(id, { title: 'Now' })
      await now.publish(id)
    }
    await now.update(drafts[1], { kind: 'a' })
    expect(await warnings(second)).toEqual([])
    expect(await now.findOne(live[0])).toMatchObject({ title: 'Now' })
  })

  it('name drafts that lack what drafts must have', async () => {
    const versions = { versions: { drafts: { validate: true } } }
    const first = await database.posts({ title: f.text() }, versions)
    const { id } = await first.local.collections.posts.create({})
    const second = await database.posts({ title: f.text({ required: true }) }, versions)
    expect(await warnings(second)).toEqual([
      `posts.title is required, but documents lack it, and reads show null: 1 draft (${id}).`,
    ])
  })

  it('count more documents than one batch', async () => {
    const names = ['a', 'b', 'c', 'd'] as const
    const fields = (required: boolean) => Object.fromEntries(names.map((name) => [name, f.text({ required })]))
    const versions = { versions: { drafts: true } }
    const first = await database.posts(fields(false), versions)
    const ids: string[] = []
    for (let portion = 0; portion < 5; portion += 1)
      await first.local.transaction(async ({ collections }: typeof first.local) => {
        for (let number = 0; number < 21; number += 1)
          ids.push((await collections.posts.create({ a: 'a' }, { publish: true })).id)
      })
    const second = await database.posts(fields(true), versions)
    const told = await warnings(second)
    const found = `105 published documents (${ids.toSorted().slice(0, 5).join(', ')} and 100 more)`
    expect(told).toEqual(
      names.slice(1).map((name) => `posts.${name} is required, but documents lack it, and reads show null: ${found}.`),
    )
  })

  it('omit drafts, which may be incomplete', async () => {
    const versions = { versions: { drafts: true } }
    const first = await database.posts({ title: f.text() }, versions)
    await first.local.collections.posts.create({})
    const second = await database.posts({ title: f.text({ required: true }) }, versions)
    expect(await warnings(second)).toEqual([])
  })

  it('name duplicates that prevent a unique index', async () => {
    const first = await database.posts({ slug: f.text(), views: f.number() })
    const { posts } = first.local.collections
    const same: string[] = []
    for (const slug of ['same', 'other', 'same', 'twice', 'twice', 'same'])
      same.push((await posts.create({ slug, views: null })).id)
    const fields = { slug: f.text({ unique: true }), views: f.number({ unique: true }), added: f.text() }
    const second = await database.posts(fields, {}, { migrate: false })
    const [warning = '', ...others] = await warnings(second)
    expect(others).toEqual([])
    expect(warning.split('\n')).toEqual([
      'Documents in posts have the same slug, which must be unique from now on:',
      `- "same": ${same[0]} and ${same[5]}, 3 in all`,
      `- "twice": ${same[3]} and ${same[4]}`,
    ])
    await expect(second.migrate()).rejects.toMatchObject({ code: 'conflict', message: warning })
    for (const id of [same[2], same[4], same[5]]) await second.local.collections.posts.delete(id)
    await second.migrate()
    expect(await warnings(second)).toEqual([])
  })
})
