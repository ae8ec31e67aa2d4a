import { onEachDatabase } from '@quirecms/testkit'
import { checkConfig } from '@quirecms/core'
import { collection, defineConfig, f, type HookArguments, QuireError } from 'quirecms'
import { expect, it, test } from 'vitest'

const everybody = () => true
const access = {
  read: everybody,
  create: everybody,
  update: everybody,
  readDrafts: everybody,
  readVersions: everybody,
  publish: everybody,
}

const ran: string[] = []
const note =
  (name: string) =>
  ({ operation }: HookArguments) =>
    void ran.push(`${name} ${operation}`)

const config = defineConfig({
  collections: {
    posts: collection({
      versions: { drafts: true },
      fields: { title: f.text(), stamp: f.text() },
      access,
      hooks: {
        beforeOperation: [note('beforeOperation')],
        beforeValidate: [note('beforeValidate')],
        beforeChange: [note('beforeChange')],
        afterChange: [
          note('afterChange'),
          async ({ doc, operation, local, id, context }) => {
            if (doc?.['title'] === 'throws' && operation !== 'create') throw new QuireError('conflict', 'Not this one.')
            if (doc?.['title'] === 'stamped' && operation === 'publish')
              await local.collections['posts']?.['update']?.(id, { stamp: 'later' }, { context })
          },
        ],
      },
    }),
  },
})

onEachDatabase('hooks, drafts and versions', { config }, (app) => {
  const posts = () => app().app.local.collections.posts

  it('run around a change of state, and do not change its content', async () => {
    const { id } = await posts().create({ title: 'a' })
    ran.length = 0
    await posts().publish(id)
    await posts().unpublish(id)
    expect(ran).toEqual([
      'beforeOperation publish',
      'afterChange publish',
      'beforeOperation unpublish',
      'afterChange unpublish',
    ])
    ran.length = 0
    await posts().restore(id, 1, { draft: true })
    expect(ran).toEqual(
      ['beforeOperation', 'beforeValidate', 'beforeChange', 'afterChange'].map((one) => `${one} restore`),
    )
  })

  it('roll back everything if they throw', async () => {
    const { id } = await posts().create({ title: 'throws' })
    await expect(posts().publish(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await posts().findOne(id)).toMatchObject({ revision: 1, _status: 'draft', _publishedRevision: null })
    await expect(posts().findOne(id, { draft: false })).rejects.toMatchObject({ code: 'not_found' })
    expect((await posts().versions(id)).docs).toHaveLength(1)
  })

  it('may change a document that was just published, as a draft', async () => {
    const { id } = await posts().create({ title: 'stamped' })
    expect(await posts().publish(id)).toMatchObject({ revision: 3, _status: 'draft', stamp: 'later' })
    expect(await posts().findOne(id, { draft: false })).toMatchObject({ revision: 2, stamp: null })
  })
})

test.each([
  [{ versions: 5 }, 'posts.versions'],
  [{ versions: { max: 0 } }, 'posts.versions.max'],
  [{ versions: { max: 1.5 } }, 'posts.versions.max'],
  [{ versions: { drafts: 'yes' } }, 'posts.versions.drafts'],
  [{ versions: { drafts: { validate: 1 } } }, 'posts.versions.drafts'],
  [{ versions: { drafts: { autosave: 1 } } }, 'posts.versions.drafts'],
  [{ versions: { drafts: { autosave: { keepEvery: 0 } } } }, 'posts.versions.drafts'],
  [{ versions: { drafts: { autosave: { keepEvery: 'often' } } } }, 'posts.versions.drafts'],
  [{ versions: { drafts: { autosave: { other: 1 } } } }, 'posts.versions.drafts'],
  [{ versions: { other: true } }, 'posts.versions.other'],
  [{ versions: { drafts: true }, auth: true }, 'posts.versions.drafts'],
])('the configuration %j is refused, with the option', (options, place) => {
  const check = () => checkConfig({ collections: { posts: { fields: {}, ...options } } })
  expect(check).toThrow(`collections.${place}`)
})
