import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const access = { read: () => true, create: () => true, update: () => true, delete: () => true }

/**
 * Two of each relationship, with and without an index; all of them via `on`, and joins named after them. What a join
 * reads is indexed automatically, except lists.
 */
const JOINED = ['author', 'authorIndexed', 'meta.checker', 'meta.checkerIndexed'] as const
const ORDERS = {
  newest: {},
  oldest: { sort: 'createdAt' },
  titles: { sort: 'title' },
  last: { sort: '-title' },
  shown: { where: { title: { not_equals: 'T3' } } },
} as const

const joins = Object.fromEntries(
  (['posts', 'rules'] as const).flatMap((slug) =>
    JOINED.flatMap((on) =>
      Object.entries(ORDERS).map(([order, options]) => [
        nameOf(slug, on, order),
        f.join({ collection: slug, on, limit: 3, ...options }),
      ]),
    ),
  ),
)

const INDEXES = ['authorIndexed', 'meta.checkerIndexed'].map((path) => ({ fields: [path, 'title'] }))

function fields() {
  const person = (single: boolean) => f.relationship({ to: 'people', ...(!single && { many: true }) })
  return {
    title: f.text(),
    hidden: f.checkbox(),
    author: person(false),
    authorIndexed: person(true),
    meta: f.group({ fields: { checker: person(false), checkerIndexed: person(true) } }),
  }
}

const config = defineConfig({
  collections: {
    people: collection({ fields: { name: f.text(), ...joins }, access }),
    posts: collection({ fields: fields(), indexes: INDEXES, access }),
    // A rule that reads the document, so that not all sources count.
    rules: collection({
      fields: fields(),
      indexes: INDEXES,
      access: { ...access, read: () => ({ hidden: { not_equals: true } }) },
    }),
  },
})

function nameOf(slug: string, on: string, order: string): string {
  return `${slug}_${on.replace('.', '_')}_${order}`
}

onEachDatabase('joins of relationships with an index', { config }, (app) => {
  it('equal those without', async () => {
    const local = app().app.local.asSystem().collections as unknown as Record<string, Documents>
    const documents = (slug: string): Documents => {
      const found = local[slug]
      if (!found) throw new Error(`there is no collection ${slug}`)
      return found
    }
    const ada = await documents('people').create({ name: 'Ada' })
    const bob = await documents('people').create({ name: 'Bob' })
    // No document points to her.
    await documents('people').create({ name: 'Eve' })
    const made: Record<string, string[]> = { posts: [], rules: [] }
    for (const slug of ['posts', 'rules']) {
      for (let index = 0; index < 7; index += 1) {
        const person = index === 6 ? bob.id : ada.id
        const post = await documents(slug).create({
          // Some have none, and some are equal.
          title: index === 5 ? null : `T${index % 4}`,
          hidden: index % 2 === 0,
          author: [person],
          authorIndexed: person,
          meta: { checker: [person], checkerIndexed: person },
        })
        made[slug]?.push(post.id)
      }
    }
    const { docs } = await app().local.collection('people').find({ sort: 'name' })
    expect(docs).toHaveLength(3)
    const [first] = docs as Record<string, unknown>[]
    const posts = made['posts'] ?? []
    const rules = made['rules'] ?? []
    expect(first?.['posts_authorIndexed_newest']).toEqual({
      docs: [posts[5], posts[4], posts[3]],
      totalDocs: 6,
      hasNextPage: true,
    })
    expect(first?.['posts_meta_checkerIndexed_oldest']).toEqual({
      docs: [posts[0], posts[1], posts[2]],
      totalDocs: 6,
      hasNextPage: true,
    })
    expect(first?.['rules_authorIndexed_newest']).toEqual({
      docs: [rules[5], rules[3], rules[1]],
      totalDocs: 3,
      hasNextPage: false,
    })
    for (const doc of docs as Record<string, unknown>[]) {
      for (const slug of ['posts', 'rules']) {
        for (const on of ['author', 'meta.checker']) {
          for (const order of Object.keys(ORDERS)) {
            const name = nameOf(slug, `${on}Indexed`, order)
            expect([name, doc[name]]).toEqual([name, doc[nameOf(slug, on, order)]])
          }
        }
      }
    }
  })
})

interface Documents {
  create(data: Record<string, unknown>): Promise<{ readonly id: string }>
}
