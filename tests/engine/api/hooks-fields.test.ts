import { onEachDatabase, scenarios } from '@quirecms/testkit'
import { type HookArguments, collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

type FieldHookArguments = HookArguments & { readonly value: unknown; readonly path: string }

const seen: [stage: string, path: string, value: unknown][] = []
const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

function watch(stage: string) {
  return [
    ({ path, value }: FieldHookArguments) => {
      seen.push([stage, path, structuredClone(value)])
    },
  ]
}

const watched = { beforeValidate: watch('validate'), beforeChange: watch('change'), afterRead: watch('read') }
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const upper = ({ value }: FieldHookArguments) => (typeof value === 'string' ? value.toUpperCase() : undefined)

const config = defineConfig({
  collections: {
    deep: collection({
      fields: {
        top: f.text({ hooks: watched }),
        group: f.group({ fields: { inner: f.text({ hooks: watched }) }, hooks: watched }),
        rows: f.array({
          fields: {
            cell: f.text({ hooks: watched }),
            sub: f.array({ fields: { leaf: f.number({ hooks: watched }) } }),
          },
        }),
        blocks: f.blocks({
          blocks: {
            one: { fields: { x: f.text({ hooks: watched }) } },
            two: { fields: { y: f.text({ hooks: watched }) } },
          },
        }),
      },
      access,
    }),
    made: collection({
      fields: {
        first: f.text(),
        last: f.text({ hooks: { beforeValidate: [upper], afterRead: [({ value }) => `<${text(value)}>`] } }),
        full: f.text({
          required: true,
          hooks: {
            beforeValidate: [({ data, value }) => value ?? `${text(data?.['first'])} ${text(data?.['last'])}`],
          },
        }),
        kept: f.text({ hidden: true, hooks: { beforeChange: [() => 'by a hook'] } }),
        // Hooks may write fields that clients may not.
        changedBy: f.text({
          access: { create: () => false, update: () => false },
          hooks: { beforeChange: [({ actor }) => actor?.id ?? 'nobody'] },
        }),
        rows: f.array({ fields: { code: f.text({ hooks: { beforeChange: [upper] } }) } }),
      },
      access,
    }),
    leaky: collection({
      fields: {
        title: f.text(),
        closed: f.text({ access: { read: () => false } }),
        hidden: f.text({ hidden: true }),
        group: f.group({ fields: { closed: f.text({ access: { read: () => false } }), open: f.text() } }),
        computed: f.virtual({ value: () => 'computed secret', access: { read: () => false } }),
      },
      hooks: {
        // Restores or invents a value that the reader may not see.
        afterRead: [
          ({ doc }) => ({ ...doc, closed: 'secret', hidden: 'secret', group: { open: 'o', closed: 'secret' } }),
        ],
      },
      access,
    }),
  },
})

onEachDatabase('field hooks at every depth', { config }, (app) => {
  beforeEach(() => {
    seen.length = 0
  })

  it('get their value and their path, with row indexes', async () => {
    await app().app.local.collections.deep.create({
      top: 't',
      group: { inner: 'i' },
      rows: [{ cell: 'c0' }, { cell: 'c1', sub: [{ leaf: 1 }, { leaf: 2 }] }],
      blocks: [
        { blockType: 'two', y: 'y' },
        { blockType: 'one', x: 'x' },
      ],
    })
    const values = [
      ['top', 't'],
      ['group', { inner: 'i' }],
      ['group.inner', 'i'],
      ['rows.0.cell', 'c0'],
      ['rows.1.cell', 'c1'],
      ['rows.1.sub.0.leaf', 1],
      ['rows.1.sub.1.leaf', 2],
      ['blocks.0.y', 'y'],
      ['blocks.1.x', 'x'],
    ]
    for (const stage of ['validate', 'change', 'read']) {
      expect(seen.filter(([one]) => one === stage).map(([, path, value]) => [path, value])).toEqual(values)
    }
    const stages = seen.map(([stage]) => stage)
    expect(stages).toEqual(
      stages.toSorted((a, b) => ['validate', 'change', 'read'].indexOf(a) - ['validate', 'change', 'read'].indexOf(b)),
    )
  })

  it('also run for fields that were not sent', async () => {
    const { id } = await app().app.local.collections.deep.create({ top: 't' })
    seen.length = 0
    await app().app.local.collections.deep.update(id, { rows: [{ cell: 'new' }] })
    expect(seen.filter(([stage]) => stage === 'validate').map(([, path, value]) => [path, value])).toEqual([
      ['top', undefined],
      ['group', undefined],
      ['rows.0.cell', 'new'],
    ])
  })
})

scenarios('field hooks compute values', { config, actors: { ann: { id: 'ann', collection: 'users' } } }, [
  {
    name: 'from the input, from other fields, and in fields that clients may not write',
    as: 'ann',
    call: 'POST /api/collections/made',
    body: { first: 'Ann', last: 'Lee', rows: [{ code: 'a' }, { code: 'b' }] },
    answers: {
      status: 201,
      doc: { first: 'Ann', last: '<LEE>', full: 'Ann LEE', changedBy: 'ann', rows: [{ code: 'A' }, { code: 'B' }] },
    },
    never: ['kept'],
    events: ['document.created'],
  },
  {
    name: 'a value from a hook does not permit clients to write the field',
    call: 'POST /api/collections/made',
    body: { full: 'x', kept: 'mine', changedBy: 'me' },
    answers: {
      status: 422,
      code: 'validation',
      issues: [
        { code: 'unknown_field', path: 'kept' },
        { code: 'forbidden', path: 'changedBy' },
      ],
    },
  },
  {
    name: 'afterRead changes the response, never the stored value',
    given: { one: ['made', { first: 'A', last: 'B' }] },
    call: 'PATCH /api/collections/made/{one}',
    body: { first: 'C', full: 'C B' },
    answers: { status: 200, doc: { first: 'C', last: '<B>' } },
  },
])

scenarios('values from afterRead are subject to selection and field rules', { config }, [
  {
    name: 'read',
    given: { one: ['leaky', { title: 'T', closed: 'stored' }] },
    call: 'GET /api/collections/leaky/{one}',
    answers: { status: 200, doc: { title: 'T', group: { open: 'o' } } },
    never: ['secret', 'closed', 'hidden', 'stored', 'computed'],
  },
  {
    name: 'list',
    given: { one: ['leaky', { title: 'T' }] },
    call: 'GET /api/collections/leaky',
    answers: { status: 200, docs: [{ title: 'T', group: { open: 'o' } }] },
    never: ['secret', 'closed', 'hidden', 'computed'],
  },
  {
    name: 'create',
    call: 'POST /api/collections/leaky',
    body: { title: 'T', closed: 'mine' },
    answers: { status: 201, doc: { title: 'T' } },
    never: ['secret', 'closed', 'hidden', 'mine', 'computed'],
  },
  {
    name: 'and to selections',
    given: { one: ['leaky', { title: 'T' }] },
    call: 'GET /api/collections/leaky/{one}?select={"title":true}',
    answers: { status: 200, exactDoc: { id: '{one}', title: 'T' } },
  },
])
