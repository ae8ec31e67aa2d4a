import { DIALECTS } from '@quire/testkit'
import { createLogger, f } from 'quire'
import { describe, expect, it } from 'vitest'
import { type EvolvedApp, evolving } from './evolving.ts'

describe.each(DIALECTS)('what people should know of what is stored (%s)', (dialect) => {
  const database = evolving(dialect)
  const warnings = ({ storage }: EvolvedApp) => storage.migrations.warnings()

  it('names documents that lack what is required by now, until none does', async () => {
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
      `posts.seo.a is required, but documents lack it, and reads show null: ${[id, ...lacking].slice(0, 5).join(', ')} and more.`,
      `posts.title is required, but documents lack it, and reads show null: ${named} and more.`,
    ]
    expect(await warnings(second)).toEqual(expected)
    expect(told).toEqual(expected)
    // It is only a warning: everything is served.
    expect((await second.storage.migrations.status()).pending).toEqual([])
    const now = second.local.collections.posts
    for (const one of [id, ...lacking]) await now.update(one, { title: 'Now', seo: { a: 'a' }, translated: ['x'] })
    expect(await warnings(second)).toEqual([])

    const third = await database.posts(fields)
    expect(await warnings(third)).toEqual([])
  })

  it('says nothing of drafts, which may lack anything', async () => {
    const versions = { versions: { drafts: true } }
    const first = await database.posts({ title: f.text() }, versions)
    await first.local.collections.posts.create({})
    const second = await database.posts({ title: f.text({ required: true }) }, versions)
    expect(await warnings(second)).toEqual([])
  })

  it('names duplicates that keep a unique index from being made', async () => {
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
