import { createTestApp, describeEachDatabase, type TestApp } from '@quirecms/testkit'
import { collection, defineConfig, f, type QuireError } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  collections: {
    tags: collection({ fields: { name: f.text() }, access }),
    bins: collection({ trash: true, fields: { name: f.text() }, access }),
    posts: collection({
      fields: {
        restricted: f.relationship({ to: 'tags', onDelete: 'restrict' }),
        cleared: f.relationship({ to: 'tags', many: true, onDelete: 'clear' }),
        bin: f.relationship({ to: 'bins', onDelete: 'restrict' }),
        twin: f.relationship({ to: 'posts', onDelete: 'restrict' }),
        title: f.text(),
      },
      access,
    }),
  },
})

const ROUNDS = 40

/** Each is a way to refer to a target during its deletion. The result must be consistent in either order. */
describeEachDatabase('a target that is deleted while another write refers to it, on %s', (dialect) => {
  let test: TestApp<typeof config>
  beforeAll(async () => {
    test = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl') })
  })
  afterAll(() => test.close())

  const collections = () => test.app.local.collections
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: QuireError) => error.issues?.[0]?.code ?? error.code,
    )
  const isThere = async (id: string) => (await collections().tags.count({ where: { id: { equals: id } } })).count === 1

  it('keeps the target or refuses the write: restrict', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await collections().tags.create({ name: 'tag' })
      const [pointing, deleting] = await Promise.all([
        outcome(collections().posts.create({ restricted: id })),
        outcome(collections().tags.delete(id)),
      ])
      expect([
        ['ok', 'referenced'],
        ['not_found', 'ok'],
      ]).toContainEqual([pointing, deleting])
      expect(await isThere(id)).toBe(deleting !== 'ok')
    }
  })

  it('clears the reference: clear', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await collections().tags.create({ name: 'tag' })
      const post = await collections().posts.create({ title: 'before' })
      const [pointing, deleting] = await Promise.all([
        outcome(collections().posts.update(post.id, { cleared: [id] })),
        outcome(collections().tags.delete(id)),
      ])
      expect(deleting).toBe('ok')
      expect(['ok', 'not_found']).toContain(pointing)
      expect((await collections().posts.findOne(post.id)).cleared).toEqual([])
    }
  })

  it('clears the reference in a copy, too', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await collections().tags.create({ name: 'tag' })
      const post = await collections().posts.create({ cleared: [id] })
      await Promise.all([outcome(collections().posts.duplicate(post.id)), outcome(collections().tags.delete(id))])
      const left = await collections().posts.find({ where: { cleared: { contains: id } } })
      expect(left.docs).toEqual([])
    }
  })

  it('is not trashed: restrict', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await collections().bins.create({ name: 'bin' })
      const [pointing, deleting] = await Promise.all([
        outcome(collections().posts.create({ bin: id })),
        outcome(collections().bins.delete(id)),
      ])
      expect([
        ['ok', 'referenced'],
        ['not_found', 'ok'],
      ]).toContainEqual([pointing, deleting])
    }
  })

  it('two documents that start to reference each other do not deadlock', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await Promise.all([collections().posts.create({}), collections().posts.create({})])
      const outcomes = await Promise.all([
        outcome(collections().posts.update(one.id, { twin: other.id })),
        outcome(collections().posts.update(other.id, { twin: one.id })),
      ])
      expect(outcomes).toEqual(['ok', 'ok'])
    }
  })
})
