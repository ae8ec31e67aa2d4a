import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const config = defineConfig({
  collections: {
    people: collection({
      fields: {
        name: f.text(),
        skills: f.text({ many: true }),
        friends: f.relationship({ to: 'people', many: true }),
      },
      access: { read: () => true },
    }),
  },
})

/** Everyone references everyone: over four hops, there are a hundred million ways for each pair. */
const PEOPLE = 40
const FAR = 'friends.friends.friends.friends'

onEachDatabase('paths with many routes', { config }, (app) => {
  const people = () => app().app.local.asSystem().collections.people
  let ids: readonly string[] = []

  beforeEach(async () => {
    const made = await people().createMany(
      Array.from({ length: PEOPLE }, (_, index) => ({ name: `Person ${index}`, skills: ['all', `skill ${index}`] })),
    )
    ids = made.map(({ id }) => id)
    for (const id of ids) await people().update(id, { friends: ids })
  })

  const count = async (where: unknown) => {
    const { status, body } = await app().request(
      'GET',
      `/api/collections/people/count?where=${encodeURIComponent(JSON.stringify(where))}`,
    )
    return status === 200 ? (body as { count: number }).count : { status, body }
  }

  it('find values at their ends', async () => {
    expect(await count({ [`${FAR}.name`]: { equals: 'Person 7' } })).toBe(PEOPLE)
    expect(await count({ [`${FAR}.name`]: { contains: 'nobody' } })).toBe(0)
  })

  it('find that there is no null', async () => {
    expect(await count({ [`${FAR}.name`]: { equals: null } })).toBe(0)
    expect(await count({ [`${FAR}.name`]: { in: [null] } })).toBe(0)
    expect(await count({ [`${FAR}.name`]: { not_equals: null } })).toBe(PEOPLE)
  })

  it('find one null among all', async () => {
    await people().update(must(ids[3], 'a person'), { name: null })
    expect(await count({ [`${FAR}.name`]: { equals: null } })).toBe(PEOPLE)
  })

  it('treat an empty list and a deleted document as null', async () => {
    const [lonely, left, gone] = [await people().create({}), await people().create({}), await people().create({})]
    await people().update(left.id, { name: 'Left', friends: [gone.id] })
    await people().delete(gone.id)
    expect(await count({ 'friends.name': { equals: null } })).toBe(2)
    expect(await count({ 'friends.friends.name': { equals: null } })).toBe(2)
    await people().update(must(ids[0], 'a person'), { friends: [lonely.id, must(ids[1], 'a person')] })
    expect(await count({ id: { equals: must(ids[0], 'a person') }, 'friends.friends.name': { equals: null } })).toBe(1)
    expect(await count({ id: { equals: must(ids[2], 'a person') }, 'friends.friends.name': { equals: null } })).toBe(1)
    expect(await count({ id: { equals: must(ids[2], 'a person') }, 'friends.friends.id': { equals: null } })).toBe(0)
  })

  it('find all values of a list', async () => {
    expect(await count({ [FAR]: { all: [ids[1], ids[2], ids[1]] } })).toBe(PEOPLE)
    expect(await count({ [`${FAR}.skills`]: { all: ['all', 'skill 1', 'skill 2'] } })).toBe(PEOPLE)
    expect(await count({ [`${FAR}.skills`]: { all: ['all', 'skill 1', 'no skill'] } })).toBe(0)
  })

  it('count each value that is found through others as a condition', { tags: ['release'] }, async () => {
    const skills = (amount: number) => Array.from({ length: amount }, (_, index) => `skill ${index}`)
    expect(await count({ 'friends.skills': { all: skills(100) } })).toBe(0)
    expect(await count({ skills: { all: skills(101) } })).toBe(0)
    expect(await count({ 'friends.skills': { all: skills(101) } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query', issues: [{ code: 'max', path: 'where' }] } },
    })
  })
})
