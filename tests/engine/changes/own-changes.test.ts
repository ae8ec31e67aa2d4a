import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'

const ANN = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a' }
const BEN = { collection: 'users', id: '01890000-0000-7000-8000-00000000000b' }

const shared = ({ actor }: RuleArguments) => (actor ? { readers: { contains: actor.id } } : false)

/** Drafts that some users read, by rules that return queries. */
const config = defineConfig({
  changes: true,
  log: { level: 'silent' },
  admin: { users: 'users' },
  collections: {
    posts: collection({
      fields: { title: f.text(), readers: f.text({ many: true }) },
      versions: { drafts: true },
      access: { read: () => true, readDrafts: shared, create: ({ actor }) => actor !== null, update: shared },
    }),
    users: collection({ fields: {}, auth: true, access: { read: ({ actor }) => actor !== null } }),
  },
})

onEachDatabase('own changes in the change feed', { config, actors: { ann: ANN, ben: BEN } }, (app) => {
  it('are marked only for the user who made them, also for readers of drafts by a query', async () => {
    const start = (await app().app.local.readChanges()).next
    const data = { title: 'Shared', readers: [ANN.id, BEN.id] }
    const made = await app().request('POST', '/api/collections/posts', { as: 'ann', body: data })
    expect(made.status).toBe(201)
    await app().request('PATCH', `/api/collections/posts/${made.body.doc.id}`, {
      as: 'ben',
      body: { title: 'Changed' },
    })
    const actorsTold = async (as: string) => {
      const { body } = await app().request('GET', `/api/changes?after=${start}`, { as })
      return body.changes.map(({ actor }: { actor: unknown }) => actor)
    }
    await expect.poll(() => actorsTold('ann')).toEqual([ANN, null])
    await expect.poll(() => actorsTold('ben')).toEqual([null, BEN])
  })
})
