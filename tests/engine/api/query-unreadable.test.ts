import type { Actor } from '@quirecms/core'
import { type AnyTestApp, createTestApp, describeEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encode, queries, type QueryCase, type QueryTable } from './query-table.ts'

const admin: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', roles: ['admin'] }
const guest: Actor = { id: '01890000-0000-7000-8000-00000000000b', collection: 'users', roles: [] }

const isAdmin = ({ actor }: { actor: unknown }) => actor !== null && (actor as Actor)['roles'] === admin['roles']

/** Every way to keep a field from readers, at every kind of place. */
const secrets: QueryTable = {
  config: defineConfig({
    collections: {
      notes: collection({
        fields: {
          title: f.text(),
          hidden: f.text({ hidden: true }),
          ruled: f.text({ access: { read: isAdmin } }),
          late: f.text({ access: { read: async (args) => Promise.resolve(isAdmin(args)) } }),
          asked: f.text({ access: { read: ({ doc }) => doc?.['title'] === 'open' } }),
          bound: f.text({ access: { read: () => ({ title: { equals: 'open' } }) } }),
          group: f.group({ access: { read: isAdmin }, fields: { inner: f.text() } }),
          seo: f.group({ fields: { hidden: f.text({ hidden: true }), ruled: f.text({ access: { read: isAdmin } }) } }),
          rows: f.array({ fields: { label: f.text(), ruled: f.text({ access: { read: isAdmin } }) } }),
          blocks: f.blocks({
            blocks: {
              quote: { fields: { hidden: f.text({ hidden: true }), ruled: f.text({ access: { read: isAdmin } }) } },
            },
          }),
          extra: f.json({ access: { read: isAdmin } }),
        },
        access: { read: () => true },
      }),
    },
  }),
  collection: 'notes',
  actors: { admin, guest },
  documents: {
    one: {
      title: 'open',
      hidden: 'x',
      ruled: 'x',
      late: 'x',
      asked: 'x',
      bound: 'x',
      group: { inner: 'x' },
      seo: { hidden: 'x', ruled: 'x' },
      rows: [{ label: 'l', ruled: 'x' }],
      blocks: [{ blockType: 'quote', hidden: 'x', ruled: 'x' }],
      extra: { a: 'x' },
    },
  },
}

const FOR_ADMINS = ['ruled', 'late', 'group.inner', 'seo.ruled', 'rows.ruled', 'blocks.quote.ruled', 'extra', 'extra.a']
const FOR_NOBODY = ['hidden', 'asked', 'bound', 'seo.hidden', 'blocks.quote.hidden']
const SORTABLE = ['ruled', 'late', 'group.inner', 'seo.ruled']

function refused(path: string, as?: string): QueryCase[] {
  const who = as ?? 'nobody'
  return [
    {
      name: `${who} cannot filter by ${path}`,
      where: { [path]: { equals: 'x' } },
      refuses: [`unknown_field where.${path}`],
    },
    {
      name: `${who} cannot hide ${path} in or`,
      where: { or: [{ not: { [path]: {} } }] },
      refuses: [`unknown_field where.${path}`],
    },
    { name: `${who} cannot sort by ${path}`, sort: `-${path}`, refuses: [`unknown_field sort.${path}`] },
  ].map((one) => ({ ...one, ...(as !== undefined && { as }) }))
}

queries('paths that the caller may not read', secrets, [
  ...[...FOR_ADMINS, ...FOR_NOBODY].flatMap((path) => [...refused(path), ...refused(path, 'guest')]),
  ...FOR_NOBODY.flatMap((path) => refused(path, 'admin')),
  ...FOR_ADMINS.map((path) => ({
    name: `an admin may filter by ${path}`,
    as: 'admin',
    where: { [path]: { not_equals: 'y' } },
    finds: 'one',
  })),
  ...SORTABLE.map((path) => ({ name: `an admin may sort by ${path}`, as: 'admin', sort: path, finds: 'one' })),
  { name: 'readable fields beside it may be used', where: { 'rows.label': { equals: 'l' } }, finds: 'one' },
])

describeEachDatabase('an unreadable path behaves exactly like an unknown one (%s)', (dialect) => {
  let under: AnyTestApp
  beforeAll(async () => {
    const { config, actors = {} } = secrets
    under = await createTestApp(config, { dialect, postgresUrl: inject('postgresUrl'), actors })
    await under.local.asSystem().collection('notes').create(secrets.documents['one'])
  })
  afterAll(() => under?.close())

  const VALUES: Readonly<Record<string, unknown>> = { equals: 'x', in: [1], near: 1, nonsense: {}, exists: 'x' }

  /** The answer's text without the path, so that answers for different paths can be compared. */
  async function answer(path: string, query: Readonly<Record<string, unknown>>): Promise<unknown> {
    const response = await under.request('GET', `/api/collections/notes?${encode(query)}`, { as: 'guest' })
    return { status: response.status, text: response.text.replaceAll(path, '…').replace(/"requestId":"[^"]*"/, '') }
  }

  test.each([...FOR_ADMINS, ...FOR_NOBODY])('%s', async (path) => {
    // The last step is invented; free JSON has no unknown paths, so there the first one is.
    const asked = path === 'extra.a' ? 'zzz.a' : path.replace(/[^.]+$/, 'zzz')
    for (const tests of [{}, null, ...Object.entries(VALUES).map(([operator, value]) => ({ [operator]: value }))]) {
      expect(await answer(path, { where: { [path]: tests } })).toEqual(
        await answer(asked, { where: { [asked]: tests } }),
      )
    }
    expect(await answer(path, { sort: path })).toEqual(await answer(asked, { sort: asked }))
  })

  test('the system reads everything', async () => {
    const notes = under.local.asSystem().collection('notes')
    for (const path of [...FOR_ADMINS, ...FOR_NOBODY]) {
      expect(await notes.count({ where: { [path]: { exists: true } } })).toEqual({ count: 1 })
    }
  })
})
