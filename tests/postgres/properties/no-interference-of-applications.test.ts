// @module-tag release
import type { FieldDefinitions, Hook } from '@quirecms/core'
import { describeEachDatabase, noInterference } from '@quirecms/testkit'
import { collection, defineConfig, f, global, type Where } from 'quirecms'
import { describe, expect, it } from 'vitest'

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const nobody = () => false
const everybody = () => true

interface Additions {
  readonly fields?: FieldDefinitions
  readonly afterRead?: readonly Hook[]
  readonly read?: () => boolean | Where
}

/** A small magazine, with further fields of posts. */
const magazine = ({ fields = {}, afterRead = [], read = everybody }: Additions = {}) =>
  defineConfig({
    localization: { locales: ['en', 'de'], defaultLocale: 'en' },
    collections: {
      people: collection({
        fields: { name: f.text({ required: true }), salary: f.number({ access: { read: nobody } }) },
        access: { read: everybody },
      }),
      posts: collection({
        versions: { drafts: true },
        search: { fields: { title: 2 } },
        access: { read, readDrafts: everybody, readVersions: everybody },
        hooks: { afterRead },
        fields: {
          title: f.text({ required: true, localized: true }),
          author: f.relationship({ to: 'people' }),
          internalNote: f.text({ access: { read: nobody }, index: true }),
          sections: f.blocks({
            blocks: {
              quote: { fields: { text: f.text(), source: f.text({ access: { read: nobody } }) } },
              plain: { fields: { text: f.text() } },
            },
          }),
          ...fields,
        },
      }),
      internal: collection({
        fields: { name: f.text(), about: f.relationship({ to: 'posts' }) },
        access: { read: nobody },
      }),
    },
  })

describeEachDatabase('noInterference (%s)', (dialect) => {
  // Databases only differ in the SQL of paths, which one database is enough to show.
  const few = dialect === 'sqlite' ? 4 : 2
  const SECRETS = [
    ['fields that a rule closes', 'posts.internalNote'],
    ['fields behind a relationship', 'people.salary'],
    ['fields in blocks', 'posts.sections.quote.source'],
    ['whole documents', 'internal'],
  ] as const
  it.each(SECRETS.slice(-few))('finds nothing if nothing reveals %s', async (_, secret) => {
    const found = await noInterference(magazine(), { dialect, actor: ann, secret, questions: 90 })
    expect(found.asked).toBe(90)
    expect(found.differing).toBeGreaterThan(3)
    expect(found.answered).toBeGreaterThan(30)
  })
})

describe('noInterference', () => {
  const seed: Parameters<typeof noInterference>[1]['seed'] = async (local) => {
    for (const note of ['x', 'yy', null, 'zzz'])
      await local.collection('posts').create({ title: 'A post', internalNote: note }, { publish: true })
  }
  const secret = 'posts.internalNote'

  it.each<[string, Additions]>([
    [
      'a computed field that looks at it',
      { fields: { length: f.virtual({ value: ({ doc }) => JSON.stringify(doc['internalNote']).length }) } },
    ],
    [
      'a hook that shows it',
      { afterRead: [({ doc }) => ({ ...doc, title: JSON.stringify([doc?.['title'], doc?.['internalNote']]) })] },
    ],
    ['a rule that goes by it', { read: () => ({ internalNote: { equals: 'x' } }) }],
  ])('finds %s', async (_, posts) => {
    const run = () => noInterference(magazine(posts), { secret, seed, questions: 200 })
    await expect(run()).rejects.toThrow(
      /^A caller can find out the secret \(posts\.internalNote\): as a stranger, GET \/api\/.*random: 1/s,
    )
  })

  it('names the differing value, and not only a different length', async () => {
    const fields = { shown: f.virtual({ value: ({ doc }) => `Note: ${JSON.stringify(doc['internalNote'])}` }) }
    const paths = ['/api/collections/posts?limit=1&sort=createdAt']
    const asked = noInterference(magazine({ fields }), { secret, seed, paths, questions: 0, actor: ann })
    const message = new RegExp(
      `: as users/${ann.id}, GET /api.*\\ndocs\\.0\\.shown is "Note: .*" in one world, and "Note: .*" in the other`,
    )
    await expect(asked).rejects.toThrow(message)
    const gone = magazine({ read: () => ({ internalNote: { equals: 'x' } }) })
    await expect(noInterference(gone, { secret, seed, paths, questions: 0 })).rejects.toThrow(
      /docs\.\d.* is .* in one world, and not there in the other|docs\.\d.* is not there in one world/,
    )
  })

  it('checks globals, and where they appear elsewhere', async () => {
    const site = (more: FieldDefinitions = {}) =>
      defineConfig({
        collections: {},
        globals: {
          site: global({
            fields: {
              name: f.text(),
              apiKey: f.text({ access: { read: nobody } }),
              ...more,
            },
            access: { read: everybody },
          }),
        },
      })
    const key = 'global:site.apiKey'
    const hasKey = f.virtual({ value: ({ doc }) => JSON.stringify(doc['apiKey']) })
    const found = await noInterference(site(), { secret: key, questions: 20 })
    expect(found).toEqual({ asked: 20, answered: 20, differing: 1 })
    await expect(noInterference(site({ hasKey }), { secret: key, questions: 20 })).rejects.toThrow(
      /global:site\.apiKey\): as a stranger, GET \/api\/globals\/site.*hasKey is/s,
    )
    await expect(noInterference(site(), { secret: 'global:site' })).rejects.toThrow('Name a field of it')
  })

  it('reports what the application refused, if nothing is left to compare', async () => {
    const config = defineConfig({
      collections: {
        posts: collection({
          fields: {
            title: f.text({ validate: () => 'must be a haiku', required: true }),
            internalNote: f.text({ access: { read: nobody } }),
          },
        }),
      },
    })
    await expect(noInterference(config, { secret, questions: 1 })).rejects.toThrow(
      /There is no document with the secret.*refused the generated document for 'posts': .*title: .*must be a haiku/,
    )
  })

  it('requests routes of the application', async () => {
    const paths = ['/api/collections/posts?limit=1']
    const found = await noInterference(magazine(), { secret, seed, paths, questions: 0 })
    expect(found).toEqual({ asked: 1, answered: 1, differing: 8 })
  })

  it('permits differences that the caller may see', async () => {
    const fields = { internalNote: f.text({ access: { read: () => ({ title: { equals: 'Open' } }) } }) }
    const config = magazine({ fields })
    const two: typeof seed = async (local) => {
      await local.collection('posts').create({ title: 'Open', internalNote: 'seen' })
      await local.collection('posts').create({ title: 'Closed', internalNote: 'unseen' })
    }
    await expect(noInterference(config, { secret, seed: two, actor: ann })).rejects.toThrow('can find out the secret')
    const where = { title: { equals: 'Closed' } }
    const found = await noInterference(config, {
      secret: { path: secret, where },
      seed: two,
      actor: ann,
      questions: 60,
    })
    expect(found.differing).toBe(1)
  })

  it.each([
    [
      'no such collection',
      'pots',
      "'pots' does not begin with a collection or a global. Choose one of: people, posts, internal.",
    ],
    ['no such field', 'posts.internlNote', "'posts' has no field 'internlNote' that is stored."],
    ['nothing that differs', 'internal', 'There is no document with the secret'],
  ])('reports that there is %s', async (_, wrong, message) => {
    await expect(noInterference(magazine(), { secret: wrong, seed, questions: 1 })).rejects.toThrow(message)
  })
})
