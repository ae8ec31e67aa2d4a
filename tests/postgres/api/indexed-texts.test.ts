import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const access = { read: () => true }
const config = defineConfig({
  collections: {
    people: collection({ fields: { name: f.text({ index: true, maxLength: 5000 }) }, access }),
    posts: collection({ fields: { title: f.text(), author: f.relationship({ to: 'people' }) }, access }),
  },
})

/** Longer than an index prefix: they differ after it. */
const LONG = 'x'.repeat(3000)
const NAMES = ['a', LONG, `${LONG}a`, `${LONG}b`, 'y']
const nameAt = (index: number) => NAMES[index] ?? null

onEachDatabase('texts with an index', { config }, (app) => {
  const people = () => app().app.local.asSystem().collections.people
  const found = async (query: Parameters<ReturnType<typeof people>['find']>[0]) =>
    (await people().find(query)).docs.map(({ name }) => NAMES.indexOf(name ?? ''))
  const make = async () => {
    const ids: string[] = []
    for (const name of [3, 0, 4, 2, 1]) ids[name] = (await people().create({ name: nameAt(name) })).id
    return ids
  }

  it('are compared and sorted in full, whatever their length', async () => {
    await make()
    expect(await found({ sort: 'name' })).toEqual([0, 1, 2, 3, 4])
    expect(await found({ sort: '-name' })).toEqual([4, 3, 2, 1, 0])
    for (const index of [0, 1, 2, 3, 4])
      expect(await found({ where: { name: { equals: nameAt(index) } } })).toEqual([index])
    const beyond = { greater_than: `${LONG}a` }
    expect(await found({ where: { name: beyond }, sort: 'name' })).toEqual([3, 4])
    expect(await found({ where: { name: { less_than_equal: `${LONG}a` } }, sort: 'name' })).toEqual([0, 1, 2])
    expect(await found({ where: { name: { in: [`${LONG}b`, 'y', `${LONG}c`] } }, sort: 'name' })).toEqual([3, 4])
  })

  it('sort documents that point to theirs', async () => {
    const ids = await make()
    const posts = app().app.local.asSystem().collections.posts
    for (const index of [2, 4, 0, 3, 1]) await posts.create({ title: String(index), author: ids[index] ?? null })
    await posts.create({ title: 'nobody' })
    const titles = async (sort: 'author.name' | '-author.name') =>
      (await posts.find({ sort })).docs.map(({ title }) => title)
    expect(await titles('author.name')).toEqual(['nobody', '0', '1', '2', '3', '4'])
    expect(await titles('-author.name')).toEqual(['4', '3', '2', '1', '0', 'nobody'])
  })
})
