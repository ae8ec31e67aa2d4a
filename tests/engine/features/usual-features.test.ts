import { collection, defineConfig, f, global, publicManifest, type QuireConfig } from '@quirecms/core'
import { resolveApplication as resolveAsAsked } from '@quirecms/features'
import { usualFeatures } from '@quirecms/features/usual'
import { resolveApplication } from '@quirecms/testkit'
import { expect, test } from 'vitest'
import { everything } from '../../http/sdk/everything.ts'

const fields = { title: f.text() }
const only = (options: object) => defineConfig({ collections: { posts: collection({ fields, ...options }) } })
const users = collection({ auth: true, fields: {} })

const configs: readonly (readonly [string, QuireConfig])[] = [
  ['nothing', only({})],
  ['everything', everything],
  ['the trash', only({ trash: true })],
  ['versions', only({ versions: true })],
  ['drafts', only({ versions: { drafts: true } })],
  ['drafts of a global', { collections: {}, globals: { home: global({ fields, versions: { drafts: true } }) } }],
  ['comments', { collections: { users, posts: collection({ fields, comments: true }) } }],
  ['authors', { collections: { users, posts: collection({ fields, authors: true }) } }],
  ['search', only({ search: { fields: ['title'] } })],
  ['files', only({ upload: true })],
  ['images', only({ upload: { mimeTypes: ['image/*'], images: true } })],
  ['users', { collections: { users } }],
  ['the feed', { ...only({}), changes: true }],
  ['the feed with users', { changes: true, collections: { users } }],
  ['locales', { ...only({}), localization: { locales: ['en', 'de'], defaultLocale: 'en' } }],
  ['no locks and transfers', only({ locks: false, transfers: false })],
  ['mail', { ...only({}), mailer: { send: async () => undefined } }],
]

/** Results of the features: operations, tables, jobs, hooks. */
const shapeOf = ({ collections, globals, service, records }: ReturnType<typeof resolveApplication>) => ({
  records: records.map(({ name }) => name),
  entities: [...Object.values(collections), ...Object.values(globals), service].map((entity) => ({
    operations: Object.keys(entity.operations),
    jobs: entity.jobs.map(({ name }) => name),
    methods: Object.keys(entity.methods),
    counts: [
      entity.scopes,
      entity.guards,
      entity.onChange,
      entity.stamps,
      entity.onStore,
      entity.onRemove,
      entity.onEvent,
      entity.onAccess,
    ].map(({ length }) => length),
  })),
})

test.each(configs)('an application with %s is the same with only the features that it uses', async (_, config) => {
  const all = resolveApplication(config)
  const asked = await resolveAsAsked(config)
  expect(publicManifest(asked)).toEqual(publicManifest(all))
  expect(shapeOf(asked)).toEqual(shapeOf(all))
})

test('unused features are not loaded', async () => {
  const names = (await usualFeatures(only({}), [])).map(({ name }) => name)
  for (const absent of ['auth', 'drafts', 'versions', 'trash', 'uploads', 'comments', 'mail', 'changes', 'search'])
    expect(names).not.toContain(absent)
})

test('dependencies of a feature from a plugin are loaded, and theirs', async () => {
  const reviews = { name: 'reviews', needs: ['comments'], for: () => false, adds: () => ({}) }
  const names = (await usualFeatures(only({}), [reviews])).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['comments', 'auth', 'preferences', 'overview']))
})

test('an invalid configuration is refused with its own error', async () => {
  await expect(resolveAsAsked({ collections: 5, globals: [null] } as never)).rejects.toThrow('collections')
})
