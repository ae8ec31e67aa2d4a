import { onEachDatabase } from '@quirecms/testkit'
import { type Actor, collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const NOTHING = '01890000-0000-7000-8000-000000000000'
const ann: Actor = { id: '01890000-0000-7000-8000-00000000000a', collection: 'users', role: 'writer' }

const readable = ({ actor }: RuleArguments) => actor !== null && { open: { equals: true } }
const unlessLocked = ({ doc }: RuleArguments) => doc?.['locked'] !== true

const config = defineConfig({
  collections: {
    notes: collection({
      fields: {
        title: f.text({ localized: false }),
        open: f.checkbox(),
        locked: f.checkbox(),
        items: f.join({ collection: 'items', on: 'note', writable: true }),
      },
      trash: true,
      access: { read: readable, create: everybody, update: unlessLocked, delete: unlessLocked },
    }),
    items: collection({
      fields: { note: f.relationship({ to: 'notes' }) },
      access: { read: everybody, update: everybody },
    }),
    tasks: collection({
      fields: {
        title: f.text(),
        note: f.relationship({ to: 'notes' }),
        others: f.relationship({ to: ['notes', 'items'], many: true }),
        tier: f.text({ hidden: true, default: 'none' }),
      },
      access: {
        read: everybody,
        create: ({ data }) =>
          data?.['others'] === undefined
            ? { or: [{ 'note.title': { equals: 'secret' } }, { tier: { equals: 'gold' } }] }
            : { 'others.title': { equals: 'secret' } },
      },
    }),
  },
})

onEachDatabase('documents that the caller may not read', { config, actors: { ann } }, (app) => {
  const ids: Record<string, string> = {}
  beforeEach(async () => {
    const { notes, items } = app().app.local.asSystem().collections
    const made = {
      openLocked: { title: 'a', open: true, locked: true },
      openFree: { title: 'b', open: true, locked: false },
      closedLocked: { title: 'c', locked: true },
      closedFree: { title: 'd', locked: false },
      secret: { title: 'secret' },
      openSecret: { title: 'secret', open: true },
      other: { title: 'other' },
    }
    for (const [name, data] of Object.entries(made)) ids[name] = (await notes.create(data)).id
    ids['item'] = (await items.create({})).id
    ids['nothing'] = NOTHING
  })

  const calls: [call: string, body?: object][] = [
    ['PATCH /api/collections/notes/{id}', { title: 'x' }],
    ['PATCH /api/collections/notes/{id}', { nope: 'x' }],
    ['PATCH /api/collections/notes/{id}', {}],
    ['DELETE /api/collections/notes/{id}'],
    ['PATCH /api/collections/notes/{id}/joins/items', { additions: [] }],
  ]

  describe.each(calls.map(([call, body]) => ({ call, body })))('$call $body', ({ call, body }) => {
    const send = (name: string) => {
      const [method = '', path = ''] = call.replace('{id}', ids[name] ?? '').split(' ')
      return app().request(method, path, { as: 'ann', ...(body && { body }) })
    }

    it.each(['closedLocked', 'closedFree', 'nothing'])('%s is 404, whatever the rule says about it', async (name) => {
      const expected = await send('nothing')
      const { status, body: answer } = await send(name)
      expect(status).toBe(404)
      expect(answer.error.code).toBe('not_found')
      expect(answer.error.message).toBe(expected.body.error.message)
    })

    it('a readable one is refused if the rule says no', async () => {
      expect((await send('openLocked')).status).toBe(403)
      expect([200, 422]).toContain((await send('openFree')).status)
    })
  })

  it('in bulk as well', async () => {
    const names = ['closedLocked', 'closedFree', 'nothing', 'openLocked', 'openFree']
    const body = { action: 'update', ids: names.map((name) => ids[name]), data: { title: 'x' } }
    const answer = await app().request('POST', '/api/collections/notes/bulk', { as: 'ann', body })
    const codes = (answer.body.results as { error?: { code: string } }[]).map(({ error }) => error?.code ?? 'ok')
    expect(codes).toEqual(['not_found', 'not_found', 'not_found', 'forbidden', 'ok'])
  })

  describe('capabilities reveal nothing about them', () => {
    const mayCreate = async (data: object) => {
      const { body } = await app().request('POST', '/api/access/collections/tasks', { as: 'ann', body: { data } })
      return (body as { operations: { create: boolean } }).operations.create
    }

    it('as the target of a new document', async () => {
      expect(await mayCreate({ note: ids['secret'] })).toBe(false)
      expect(await mayCreate({ note: ids['other'] })).toBe(false)
      expect(await mayCreate({ note: NOTHING })).toBe(false)
      // Fields that the caller may read count, as in a creation.
      expect(await mayCreate({ note: ids['openSecret'] })).toBe(true)
      expect(await mayCreate({ note: ids['openFree'] })).toBe(false)
    })

    it('among several targets', async () => {
      const pair = (name: string) => ({ relationTo: 'notes', value: ids[name] })
      expect(await mayCreate({ others: [pair('secret')] })).toBe(false)
      expect(await mayCreate({ others: [pair('openFree'), pair('secret')] })).toBe(false)
      expect(await mayCreate({ others: [pair('openSecret')] })).toBe(true)
    })

    it('and fields that the caller may not send decide nothing', async () => {
      expect(await mayCreate({ tier: 'gold' })).toBe(false)
    })

    it('they agree with create', async () => {
      const create = async (data: object) =>
        (await app().request('POST', '/api/collections/tasks', { as: 'ann', body: data })).status
      expect(await create({ note: ids['secret'] })).toBe(422)
      expect(await create({ note: ids['other'] })).toBe(422)
      expect(await create({ note: ids['openSecret'] })).toBe(201)
      expect(await create({ note: ids['openFree'] })).toBe(403)
    })
  })
})
