import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { type HookArguments, type LocalApi, collection, defineConfig, f, global } from 'quirecms'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const logs = defineConfig({ collections: { logs: collection({ fields: { text: f.text() }, access }) } })

const config = defineConfig({
  collections: {
    ...logs.collections,
    counters: collection({
      fields: { value: f.number({ default: 0 }), last: f.text(), rows: f.array({ fields: { x: f.text() } }) },
      hooks: {
        // Time for others to come in between.
        beforeChange: [() => pause(1)],
        afterChange: [
          async ({ local, context }: HookArguments) => {
            if (!context['quiet'])
              await (local as unknown as LocalApi<typeof logs>).collections.logs.create({ text: 'changed' })
          },
        ],
      },
      access,
    }),
  },
  globals: { settings: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
})

const FIFTY = Array.from({ length: 50 }, (_, index) => index)
const byValue = (one: number, other: number) => one - other
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

onEachDatabase('concurrent writes', { config }, (app) => {
  const counters = () => app().app.local.asSystem().collections.counters
  const changes = async () => (await app().app.local.asSystem().collections.logs.count()).count

  async function aCounter(): Promise<string> {
    const { id } = await counters().create({}, { context: { quiet: true } })
    app().events.length = 0
    return id
  }

  it('fifty updates with If-Match of one revision: exactly one succeeds', async () => {
    const id = await aCounter()
    const answers = await Promise.all(
      FIFTY.map((index) =>
        app().request('PATCH', `/api/collections/counters/${id}`, {
          body: { last: `${index}` },
          headers: { 'if-match': '"1"' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted(byValue)).toEqual([200, ...times(49, 409)])
    const [winner] = answers.filter(({ status }) => status === 200)
    expect(await counters().findOne(id)).toEqual(docOf(must(winner, 'winner')))
    expect(winner?.headers.get('etag')).toBe('"2"')
    for (const { status, body } of answers) if (status === 409) expect(body.error.code).toBe('revision_conflict')
    expect(app().events.map(({ event }) => event)).toEqual(['document.updated', 'document.created'])
    expect(await changes()).toBe(1)
  })

  it('fifty updates without If-Match: each creates its own revision, none is lost', async () => {
    const id = await aCounter()
    const answers = await Promise.all(
      FIFTY.map((index) =>
        app().request('PATCH', `/api/collections/counters/${id}`, { body: { rows: [{ x: `${index}` }] } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(times(50, 200))
    const revisions = answers.map(({ body }) => body.doc.revision as number).toSorted(byValue)
    expect(revisions).toEqual(FIFTY.map((index) => index + 2))
    expect(await counters().findOne(id)).toMatchObject({ revision: 51 })
    expect(await changes()).toBe(50)
  })

  it('updates of different fields do not overwrite each other', async () => {
    const id = await aCounter()
    await Promise.all([
      ...FIFTY.slice(0, 10).map(() => counters().update(id, { value: 7 })),
      ...FIFTY.slice(0, 10).map(() => counters().update(id, { last: 'x' })),
    ])
    expect(await counters().findOne(id)).toMatchObject({ value: 7, last: 'x', revision: 21 })
  })

  it('fifty updates of a global with If-Match: exactly one succeeds', async () => {
    const answers = await Promise.all(
      FIFTY.map((index) =>
        app().request('PATCH', '/api/globals/settings', { body: { name: `${index}` }, headers: { 'if-match': '1' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted(byValue)).toEqual([200, ...times(49, 409)])
  })

  it('twenty deletions: exactly one succeeds, the others get 404', async () => {
    const id = await aCounter()
    const answers = await Promise.all(
      FIFTY.slice(0, 20).map(() => app().request('DELETE', `/api/collections/counters/${id}`)),
    )
    expect(answers.map(({ status }) => status).toSorted(byValue)).toEqual([200, ...times(19, 404)])
    expect(app().events.filter(({ event }) => event === 'document.deleted')).toHaveLength(1)
  })

  it('updates and a deletion: updates after the deletion get 404, and the document stays deleted', async () => {
    const id = await aCounter()
    const answers = await Promise.all(
      FIFTY.slice(0, 20).map((index) =>
        app().request(
          index === 10 ? 'DELETE' : 'PATCH',
          `/api/collections/counters/${id}`,
          index === 10 ? {} : { body: { last: 'x' } },
        ),
      ),
    )
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers[10]?.status).toBe(200)
    expect(await counters().count()).toEqual({ count: 0 })
  })

  it('fifty creates all succeed, with increasing unique ids', async () => {
    const made = await Promise.all(FIFTY.map((index) => counters().create({ last: `${index}` })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(50)
    expect(await counters().count()).toEqual({ count: 50 })
    expect(await changes()).toBe(50)
  })

  it('bulk and single updates of the same documents, in opposite orders, neither lose writes nor deadlock', async () => {
    const ids = [await aCounter(), await aCounter(), await aCounter()]
    const answers = await Promise.all([
      ...times(5, ids).map((all) => counters().bulk({ action: 'update', ids: all, data: { last: 'there' } })),
      ...times(5, ids.toReversed()).map((all) =>
        counters().bulk({ action: 'update', ids: all, data: { last: 'and back' } }),
      ),
    ])
    expect(answers.map(({ succeeded }) => succeeded)).toEqual(times(10, 3))
    for (const id of ids) expect(await counters().findOne(id)).toMatchObject({ revision: 11 })
  })

  it('reads continue during a slow write', async () => {
    const id = await aCounter()
    const [, ...reads] = await Promise.all([
      counters().update(id, { last: 'x' }),
      ...FIFTY.map(() => app().request('GET', `/api/collections/counters/${id}`)),
    ])
    for (const read of reads) expect(read).toMatchObject({ status: 200 })
  })
})
