import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type HookArguments } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const everybody = () => true
let heard: [hook: string, operation: string, doc: unknown][] = []
const hear =
  (hook: string) =>
  ({ operation, doc }: HookArguments) =>
    void heard.push([hook, operation, doc])
let refuses = false
let kept: string | undefined

const config = defineConfig({
  collections: {
    notes: collection({
      trash: { retention: '1h' },
      fields: { text: f.text() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
      hooks: {
        beforeDelete: [hear('beforeDelete')],
        afterDelete: [
          hear('afterDelete'),
          ({ id }) => {
            if (refuses || id === kept) throw new Error('no')
          },
        ],
        afterChange: [hear('afterChange')],
        afterCommit: [hear('afterCommit')],
      },
    }),
    pages: collection({ versions: { drafts: true }, fields: { text: f.text() } }),
  },
})

let now = Date.parse('2030-01-01T00:00:00Z')

onEachDatabase('hooks and the trash', { config, clock: () => new Date(now) }, (app) => {
  const notes = () => app().app.local.collections.notes
  const hooks = () => heard.map(([hook, operation]) => `${hook} ${operation}`)

  beforeEach(() => {
    now = Date.parse('2030-01-01T00:00:00Z')
    refuses = false
    kept = undefined
  })

  async function thrownAway(): Promise<string> {
    const { id } = await notes().create({ text: 'x' })
    await notes().delete(id)
    heard = []
    return id
  }

  it('run as a deletion when a document is trashed', async () => {
    const { id } = await notes().create({ text: 'x' })
    heard = []
    await notes().delete(id)
    expect(hooks()).toEqual(['beforeDelete delete', 'afterDelete delete', 'afterCommit delete'])
    expect(heard[0]?.[2]).toMatchObject({ id, revision: 1, deletedAt: null })
    expect(heard[2]?.[2]).toMatchObject({ id, revision: 2, deletedAt: '2030-01-01T00:00:00.000Z' })
  })

  it('run as a change when it is restored, and as a deletion when it is deleted for good', async () => {
    const restored = await thrownAway()
    await notes().restoreDeleted(restored)
    expect(hooks()).toEqual(['afterChange restoreDeleted', 'afterCommit restoreDeleted'])
    expect(heard[0]?.[2]).toMatchObject({ id: restored, revision: 3, deletedAt: null })
    const removed = await thrownAway()
    await notes().deletePermanent(removed)
    expect(hooks()).toEqual([
      'beforeDelete deletePermanent',
      'afterDelete deletePermanent',
      'afterCommit deletePermanent',
    ])
  })

  it('that throw leave the document where it was', async () => {
    const { id } = await notes().create({ text: 'x' })
    refuses = true
    await expect(notes().delete(id)).rejects.toThrow('no')
    expect(await notes().findOne(id)).toMatchObject({ revision: 1, deletedAt: null })
    refuses = false
    await notes().delete(id)
    refuses = true
    await expect(notes().deletePermanent(id)).rejects.toThrow('no')
    expect(await notes().findOne(id, { trash: true })).toMatchObject({ revision: 2 })
  })

  it('that interrupt an emptying keep earlier deletions', async () => {
    await thrownAway()
    refuses = true
    await expect(notes().emptyTrash()).rejects.toThrow('no')
    refuses = false
    expect(await notes().emptyTrash()).toEqual({ deleted: 1 })
    expect(await notes().emptyTrash()).toEqual({ deleted: 0 })
  })

  it('retention deletes documents after their time in the trash, and nothing else', async () => {
    const old = await thrownAway()
    now += 3_599_000
    const recent = await thrownAway()
    const { id: live } = await notes().create({ text: 'live' })
    await app().app.runJobs()
    expect((await notes().find({ trash: true })).docs.map(({ id }) => id)).toEqual([recent, old])
    now += 2_000
    heard = []
    await app().app.runJobs()
    expect((await notes().find({ trash: true })).docs.map(({ id }) => id)).toEqual([recent])
    expect(await notes().findOne(live)).toMatchObject({ text: 'live' })
    expect(hooks()).toContain('afterDelete deletePermanent')
  })

  it('retention continues after a document that a hook keeps, and logs the error', async () => {
    const ids = [await thrownAway(), await thrownAway(), await thrownAway()]
    kept = ids[0]
    const { pages } = app().app.local.asSystem().collections
    const { id: page } = await pages.create({ text: 'x' })
    await pages.schedule(page, { runAt: new Date(now + 1_000) })
    now += 3_601_000
    const failed = await app()
      .app.runJobs()
      .catch((error: Error) => error)
    expect(failed).toMatchObject({ message: expect.stringContaining('1 of the documents'), cause: { message: 'no' } })
    expect((await notes().find({ trash: true })).docs.map(({ id }) => id)).toEqual([kept])
    // A job that fails holds up no other work.
    expect(await pages.findOne(page)).toMatchObject({ _status: 'published' })
    kept = undefined
    await app().app.runJobs()
    expect((await notes().find({ trash: true })).docs).toEqual([])
  })
})
