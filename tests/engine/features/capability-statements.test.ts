import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)
const everybody = () => true
const ofSite = () => ({ site: { equals: 'north' } })

const config = defineConfig({
  collections: {
    notes: collection({
      fields: { title: f.text(), site: f.text() },
      trash: true,
      versions: true,
      locks: true,
      access: { read: everybody, create: everybody, update: ofSite, delete: ofSite, deletePermanent: ofSite },
    }),
    posts: collection({
      fields: { title: f.text({ access: { update: ofSite } }), site: f.text() },
      trash: true,
      versions: { drafts: true },
      search: { fields: ['title'] },
      access: { read: everybody, readDrafts: everybody, create: everybody, update: ofSite, delete: ofSite },
    }),
  },
})

onEachDatabase('the cost of capabilities', { config, onStatement }, (app) => {
  const system = () => app().app.local.asSystem().collections
  beforeEach(() => {
    statements.length = 0
  })

  it('the document is read once, whatever the number of operations', async () => {
    const mine = await system().notes.create({ title: 'Mine', site: 'north' })
    const other = await system().notes.create({ title: 'Other', site: 'south' })
    const { notes } = app().app.local.collections
    statements.length = 0
    const { operations } = await notes.access({ id: mine.id })
    expect(operations).toMatchObject({ read: true, update: true, delete: true, deletePermanent: false })
    expect(statements).toHaveLength(1)
    expect((await notes.access({ id: other.id })).operations).toMatchObject({
      read: true,
      update: false,
      delete: false,
    })
    await system().notes.delete(mine.id)
    const trashed = await notes.access({ id: mine.id, trash: true })
    expect(trashed.operations).toMatchObject({
      update: false,
      delete: false,
      restoreDeleted: true,
      deletePermanent: true,
    })
  })

  it('with drafts, once per copy', async () => {
    const post = await system().posts.create({ title: 'Mine', site: 'north' })
    await system().posts.publish(post.id)
    await system().posts.update(post.id, { site: 'south' })
    statements.length = 0
    const { operations } = await app().app.local.collections.posts.access({ id: post.id })
    expect(operations).toMatchObject({ read: true, update: false, delete: false })
    expect(statements.length).toBeLessThanOrEqual(5)
  })

  it('search words of a document are written only when they change', async () => {
    const { posts } = system()
    const { id } = await posts.create({ title: 'Harbour', site: 'north' })
    const writesOf = async (change: { readonly site?: string; readonly title?: string }) => {
      statements.length = 0
      await posts.update(id, change)
      return new Set(statements.filter((sql) => !/^\s*select/i.test(sql)))
    }
    const ofWords = (await writesOf({ title: 'Quay' })).difference(await writesOf({ site: 'south' }))
    expect(ofWords.size).toBeGreaterThan(0)
    expect((await writesOf({ title: 'Lighthouse' })).intersection(ofWords)).toEqual(ofWords)
    const found = async (search: string) => (await posts.find({ search, draft: true })).docs.map((doc) => doc.id)
    expect([await found('lighthouse'), await found('harbour')]).toEqual([[id], []])
  })
})
