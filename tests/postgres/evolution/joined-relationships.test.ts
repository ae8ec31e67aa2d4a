import { describeEachDatabase } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import { expect, it } from 'vitest'
import { access, evolving, pendingSteps } from './evolving.ts'

describeEachDatabase('a join of a database with documents (%s)', (dialect) => {
  const database = evolving(dialect)
  const posts = collection({
    fields: {
      title: f.text(),
      author: f.relationship({ to: 'people' }),
      editors: f.relationship({ to: 'people', many: true }),
    },
    versions: { drafts: true },
    access,
  })
  const people = (joins: object) => collection({ fields: { name: f.text(), ...joins }, access })
  const joined = people({
    posts: f.join({ collection: 'posts', on: 'author' }),
    edited: f.join({ collection: 'posts', on: 'editors' }),
  })

  it('gets its index by a migration, and loses it with the join', async () => {
    const first = await database.open({ collections: { posts, people: people({}) } })
    const ada = await first.local.collections.people.create({ name: 'Ada' })
    const made = await first.local.collections.posts.create({ title: 'One', author: ada.id, editors: [ada.id] })
    await first.local.collections.posts.publish(made.id)

    const second = await database.open({ collections: { posts, people: joined } }, { migrate: false })
    // Both copies have it; a list of references has no index.
    expect(await pendingSteps(second)).toEqual(['create index posts author', 'create index posts:live author'])

    const third = await database.open({ collections: { posts, people: joined } })
    expect(await pendingSteps(third)).toEqual([])
    const listed = { docs: [made.id], totalDocs: 1, hasNextPage: false }
    expect(await third.local.collections.people.findOne(ada.id)).toMatchObject({ posts: listed, edited: listed })

    const last = await database.open({ collections: { posts, people: people({}) } }, { migrate: false })
    expect(await pendingSteps(last)).toEqual(['drop index posts author', 'drop index posts:live author'])
  })
})
