import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true

/** A note is readable if its page says so, in the copy of the page that the reader sees. */
const config = defineConfig({
  collections: {
    pages: collection({
      versions: { drafts: true },
      fields: { state: f.text() },
      access: {
        read: everybody,
        readDrafts: ({ actor }) => (actor?.['name'] === 'Eve' ? true : actor ? { state: { exists: true } } : false),
      },
    }),
    notes: collection({
      versions: { drafts: true },
      fields: { page: f.relationship({ to: 'pages' }) },
      access: { read: () => ({ 'page.state': { equals: 'open' } }), readDrafts: everybody },
    }),
  },
})

const actors = {
  eve: { id: '01900000-0000-7000-8000-000000000001', collection: 'users', name: 'Eve' },
  ann: { id: '01900000-0000-7000-8000-000000000002', collection: 'users', name: 'Ann' },
}

onEachDatabase('a rule that reads another document', { config, actors }, (app) => {
  it.each([
    ['eve', 'a plain yes', 'closed'],
    ['ann', 'a query', 'open'],
    [undefined, 'no', 'open'],
  ])('reads its live copy, unless %s may read all drafts (%s)', async (as, _right, decides) => {
    const { collections } = app().app.local.asSystem()
    const page = await collections.pages.create({ state: 'open' }, { publish: true })
    await collections.pages.update(page.id, { state: 'closed' })
    await collections.notes.create({ page: page.id })
    const { body } = await app().request('GET', '/api/collections/notes?draft=true', { as })
    expect(body.docs).toHaveLength(decides === 'open' ? 1 : 0)
  })
})
