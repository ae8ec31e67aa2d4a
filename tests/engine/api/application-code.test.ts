import { AsyncLocalStorage } from 'node:async_hooks'
import { must, onEachDatabase, scenarios } from '@quirecms/testkit'
import { type App, type RuleArguments, collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const validated: { path: string; value: unknown; data: unknown; doc: unknown; actor: unknown }[] = []
const shared = [{ label: 'default' }]
let calls = 0

const noTrolls = ({
  value,
  path,
  data,
  doc,
  actor,
}: {
  value: unknown
  path: string
  data: unknown
  doc: unknown
  actor: unknown
}) => {
  validated.push({ path, value, data, doc, actor })
  return value !== 'troll' || 'No trolls here.'
}

const config = defineConfig({
  collections: {
    checked: collection({
      fields: {
        name: f.text({ required: true, maxLength: 10, validate: noTrolls }),
        later: f.number({
          validate: async ({ value }) => Promise.resolve((value as number) % 2 === 0 || 'Must be even.'),
        }),
        group: f.group({ fields: { inner: f.text({ validate: noTrolls }) } }),
        rows: f.array({
          fields: { cell: f.text({ validate: noTrolls }) },
          validate: ({ value }) => (value as unknown[]).length !== 2 || 'Not two.',
        }),
        tags: f.select({
          options: ['a', 'troll'],
          many: true,
          validate: ({ value }) => !(value as string[]).includes('troll') || 'No trolls.',
        }),
      },
      access,
    }),
    defaults: collection({
      fields: {
        count: f.number({ default: () => ++calls }),
        who: f.text({ default: async ({ actor }) => Promise.resolve(actor?.id ?? 'nobody') }),
        from: f.text({ default: ({ context }) => (context['from'] === 'test' ? 'test' : 'nowhere') }),
        rows: f.array({ fields: { label: f.text() }, default: shared }),
        wrong: f.number({ default: () => 'text' as unknown as number }),
        none: f.text({ default: () => undefined as unknown as string }),
      },
      access,
    }),
  },
})

const ann = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' }
const setup = { config, actors: { ann } }

scenarios('validate', setup, [
  {
    name: 'reports issues at every depth, together with all others',
    call: 'POST /api/collections/checked',
    body: {
      name: 'troll',
      later: 3,
      group: { inner: 'troll' },
      rows: [{ cell: 'fine' }, { cell: 'troll' }],
      tags: ['troll'],
      nope: 1,
    },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unknown_field', path: 'nope' },
        { code: 'custom', path: 'name' },
        { code: 'custom', path: 'later' },
        { code: 'custom', path: 'group.inner' },
        { code: 'custom', path: 'rows' },
        { code: 'custom', path: 'rows.1.cell' },
        { code: 'custom', path: 'tags' },
      ],
    },
  },
  {
    name: 'is not called for values that are already invalid, missing or null',
    call: 'POST /api/collections/checked',
    body: { name: 'far too long a name', later: 'odd', group: { inner: null } },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'max_length', path: 'name' },
        { code: 'type', path: 'later' },
      ],
    },
  },
  {
    name: 'accepts valid values',
    call: 'POST /api/collections/checked',
    body: { name: 'Ann', later: 2, rows: [{ cell: 'x' }], tags: ['a'] },
    answers: { status: 201, doc: { name: 'Ann', later: 2 } },
  },
])

onEachDatabase('application code gets the arguments of docs/contract/application-code.md', setup, (app) => {
  beforeEach(() => {
    validated.length = 0
    calls = 0
  })

  it('validate: the value, its path, the input, the previous document and the actor', async () => {
    const { checked } = app().app.local.as(ann).collections
    const { id } = await checked.create({ name: 'One' })
    expect(validated).toEqual([
      { path: 'name', value: 'One', data: expect.objectContaining({ name: 'One' }), doc: undefined, actor: ann },
    ])
    validated.length = 0
    await checked.update(id, { rows: [{ cell: 'x' }] })
    expect(validated).toMatchObject([
      { path: 'rows.0.cell', value: 'x', doc: { id, name: 'One', revision: 1 }, actor: ann },
    ])
  })

  it('defaults: a function is called for each new document, with the actor and the context', async () => {
    const { defaults } = app().app.local.collections
    const given = { wrong: 1 }
    expect(await defaults.create(given)).toMatchObject({ count: 1, who: 'nobody', from: 'nowhere', none: null })
    const asAnn = app().app.local.as(ann).collections.defaults
    expect(await asAnn.create(given, { context: { from: 'test' } })).toMatchObject({
      count: 2,
      who: ann.id,
      from: 'test',
    })
    expect(await defaults.create({ ...given, count: 7, who: null })).toMatchObject({ count: 7, who: null })
    expect(calls).toBe(2)
  })

  it('defaults: a list is copied for each document', async () => {
    const { defaults } = app().app.local.collections
    const [one, two] = [await defaults.create({ wrong: 1 }), await defaults.create({ wrong: 1 })]
    expect(one.rows).toMatchObject([{ label: 'default' }])
    expect(must(one.rows[0], 'row').id).not.toBe(must(two.rows[0], 'row').id)
    expect(shared).toEqual([{ label: 'default' }])
  })

  it('defaults: the result of a function is validated like input', async () => {
    const { defaults } = app().app.local.collections
    await expect(defaults.create({})).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'type', path: 'wrong' }],
    })
  })
})

let running: App<typeof asking> | undefined
/** A rule that queries the application's own local API. */
const hasBadge = async ({ actor }: RuleArguments): Promise<boolean> => {
  const { count } = (await running?.local
    .asSystem()
    .collections.badges.count({ where: { holder: { equals: actor?.id ?? '' } } })) ?? { count: 0 }
  return count > 0
}
const asking = defineConfig({
  collections: {
    badges: collection({ fields: { holder: f.text() } }),
    rooms: collection({
      fields: { name: f.text({ access: { read: hasBadge, update: hasBadge } }) },
      access: { read: hasBadge, create: hasBadge, update: hasBadge, delete: hasBadge },
    }),
  },
})

onEachDatabase('rules that call the local API do not deadlock', { config: asking, actors: { ann } }, (app) => {
  it('in every operation, many concurrently', async () => {
    running = app().app
    await app().app.local.asSystem().collections.badges.create({ holder: ann.id })
    const { rooms } = app().app.local.as(ann).collections
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { id } = await rooms.create({ name: `${index}` })
        await rooms.update(id, { name: 'x' })
        await Promise.all([rooms.findOne(id), rooms.find({ where: { name: { equals: 'x' } } }), rooms.count()])
        await rooms.duplicate(id)
        await rooms.bulk({ action: 'delete', ids: [id] })
      }),
    )
    expect(await rooms.count()).toEqual({ count: 10 })
    await expect(app().app.local.collections.rooms.count()).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

const request = new AsyncLocalStorage<string>()
const seen: [store: string | undefined, title: unknown][] = []
const tracing = defineConfig({
  collections: {
    traced: collection({
      fields: { title: f.text() },
      hooks: {
        beforeChange: [({ data }) => void seen.push([request.getStore(), data?.['title']])],
        afterChange: [({ data }) => void seen.push([request.getStore(), data?.['title']])],
        afterCommit: [({ data }) => void seen.push([request.getStore(), data?.['title']])],
      },
      access,
    }),
  },
})

onEachDatabase('hooks run in the asynchronous context of their own call', { config: tracing }, (app) => {
  it('also with many concurrent writes', async () => {
    seen.length = 0
    const { traced } = app().app.local.collections
    const titles = Array.from({ length: 20 }, (_, index) => `${index}`)
    await Promise.all(titles.map((title) => request.run(title, () => traced.create({ title }))))
    expect(seen).toHaveLength(60)
    for (const [store, title] of seen) expect(store).toBe(title)
  })
})
