import { scenarios, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const config = defineConfig({
  collections: {
    lists: collection({
      fields: {
        title: f.text(),
        rows: f.array({ fields: { count: f.number({ required: true }) } }),
        others: f.relationship({ to: 'lists', many: true }),
      },
      access: { read: everybody, create: everybody, update: everybody },
    }),
  },
})

const many = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const wrongRows = (count: number) => ({ rows: many(count, () => ({ count: 'x' })) })
const listed = (count: number) => many(count, (index) => ({ code: 'type' as const, path: `rows.${index}.count` }))

scenarios('a response contains at most 100 issues', { config }, [
  {
    name: '100 are all returned',
    call: 'POST /api/collections/lists',
    body: wrongRows(100),
    answers: { status: 422, code: 'validation', issues: listed(100) },
  },
  {
    name: 'of more, the first 100',
    call: 'POST /api/collections/lists',
    body: wrongRows(300),
    answers: { status: 422, code: 'validation', issues: listed(100) },
  },
  {
    name: 'also of forbidden fields',
    call: 'POST /api/collections/lists',
    body: Object.fromEntries(many(400, (index) => [`nope${index}`, 1])),
    answers: {
      status: 422,
      code: 'validation',
      issues: many(100, (index) => ({ code: 'unknown_field', path: `nope${index}` })),
    },
  },
  {
    name: 'and of missing targets',
    call: 'POST /api/collections/lists',
    body: { others: many(500, (index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`) },
    answers: {
      status: 422,
      code: 'validation',
      issues: many(100, (index) => ({ code: 'not_found', path: `others.${index}` })),
    },
  },
])

onEachDatabase('a response with many issues', { config, matrix: 'validation' }, (app) => {
  it('contains their total number', async () => {
    const few = await app().request('POST', '/api/collections/lists', { body: wrongRows(100) })
    expect(few.body.error.message).toBe('Some values are not valid. The issues say which.')
    const { body } = await app().request('POST', '/api/collections/lists', { body: wrongRows(300) })
    expect(body.error.message).toBe(
      'Some values are not valid. The issues say which. The first 100 of 300 issues are listed.',
    )
  })

  it('counts those of all documents of a bulk call', async () => {
    const { lists } = app().app.local.collections
    const ids = await Promise.all(many(5, async () => (await lists.create({})).id))
    const body = { action: 'update', ids, data: wrongRows(60) }
    const answer = await app().request('POST', '/api/collections/lists/bulk', { body })
    const { results } = answer.body as { results: { ok: boolean; error: { code: string; issues?: unknown[] } }[] }
    expect(results.map(({ error }) => [error.code, error.issues?.length])).toEqual([
      ['validation', 60],
      ['validation', 40],
      ['validation', undefined],
      ['validation', undefined],
      ['validation', undefined],
    ])
    const local = await lists.bulk(body as never)
    expect(local).toMatchObject({ failed: 5, results: [{ error: { issues: { length: 60 } } }, {}, {}, {}, {}] })
  })
})
