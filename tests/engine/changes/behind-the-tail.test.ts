import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { makeUser, signedIn } from '../auth/people.ts'
import { follow, framesOf, type Follower } from './follower.ts'

const everybody = () => true
const isEditor = ({ actor }: { readonly actor: { readonly [name: string]: unknown } | null }) =>
  actor?.['role'] === 'editor'

const config = defineConfig({
  changes: { max: 5, streams: { recheck: '1h' } },
  server: { rateLimit: false },
  log: { level: 'silent' },
  admin: { users: 'users' },
  collections: {
    plain: collection({ fields: { name: f.text() }, access: { read: everybody } }),
    inner: collection({ fields: { name: f.text() }, access: { read: isEditor } }),
    posts: collection({
      fields: { title: f.text(), author: f.text() },
      versions: { drafts: true },
      access: { read: everybody, readDrafts: ({ actor }) => (actor ? { author: { equals: actor.id } } : false) },
    }),
    users: collection({ fields: { role: f.text() }, auth: true, access: { read: everybody } }),
  },
})

/** More changes than a follower buffers. */
const MANY = 1_010

const ready = (stream: Follower) => expect.poll(() => stream.text).toContain('event: ready')
const told = ({ text }: Follower) =>
  framesOf(text).flatMap(({ event, data }) => (event === 'change' && data ? [data] : []))

onEachDatabase('a reader behind the tail of the feed', { config, jobs: false }, (app) => {
  const system = () => app().app.local.asSystem()

  /** In short transactions: a long one would delay the feeds of concurrent tests. */
  async function write(count: number): Promise<string> {
    const after = (await system().readChanges()).next
    const made = new Set<string>()
    while (made.size < count) {
      const some = Array.from({ length: Math.min(50, count - made.size) }, () => system().collections.plain.create({}))
      for (const { id } of await Promise.all(some)) made.add(id)
    }
    // Waits until no open transaction holds it back.
    const settled = async () => {
      const heard = new Set<string>()
      for (let page = { next: after, behind: true }; page.behind; ) {
        const { changes, ...rest } = await system().readChanges({ after: page.next, limit: 500 })
        for (const { documentId } of changes) heard.add(documentId)
        page = rest
      }
      return [...made].filter((id) => heard.has(id)).length
    }
    await expect.poll(settled).toBe(count)
    return after
  }

  it('is told of a gap if changes are removed before they were read', async () => {
    const after = await write(250)
    const heard: string[] = []
    const hear = async () => {
      for await (const { documentId } of app().app.local.changes({ after })) {
        heard.push(documentId)
        // Delivered changes leave the buffer, and so do the next ones.
        if (heard.length === 100) await app().app.runJobs()
      }
    }
    await expect(hear()).rejects.toMatchObject({ code: 'invalid_state', feed: { next: expect.any(String) } })
    expect(heard).toHaveLength(200)
  })

  it('gets nothing that became unreadable by a change that was skipped', async () => {
    const { id } = await makeUser(app(), { role: 'editor' })
    const local = app().app.local.as({ collection: 'users', id, role: 'editor' })
    const heard: string[] = []
    let hidden = ''
    const busy = async () => {
      await system().collections.users.update(id, { role: 'reader' })
      hidden = (await system().collections.inner.create({ name: 'secret' })).id
      await write(MANY)
    }
    const begun = Promise.withResolvers<void>()
    const hear = (async () => {
      for await (const change of local.changes({ collections: ['inner', 'plain'], onReady: () => begun.resolve() })) {
        heard.push(change.documentId)
        if (heard.length === 1) await busy()
        if (heard.length === MANY + 1) return
      }
    })()
    await begun.promise
    await system().collections.plain.create({ name: 'first' })
    await hear
    expect(heard).not.toContain(hidden)
  })

  it('hears of its own drafts when they are deleted or change their owner', async () => {
    const user = await signedIn(app(), (await makeUser(app(), {})).email)
    const stream = await follow(app(), '?collections=posts', undefined, user.byToken)
    const stranger = await follow(app(), '?collections=posts')
    await Promise.all([stream, stranger].map(ready))
    const { posts } = system().collections
    const ids: string[] = []
    for (const author of [user.id, user.id, 'somebody']) ids.push((await posts.create({ author })).id)
    const [deleted = '', given = '', other = ''] = ids
    await expect.poll(() => told(stream).length).toBe(2)
    await posts.delete(deleted)
    await posts.update(given, { author: 'somebody' })
    await posts.delete(other)
    const seen = await posts.create({ title: 'Public' }, { publish: true })
    for (const one of [stream, stranger]) await expect.poll(() => one.text).toContain(seen.id)
    const gone = { revision: null, actor: null }
    expect(told(stream).slice(2, 4)).toMatchObject([
      { event: 'document.deleted', documentId: deleted, ...gone },
      { event: 'document.updated', documentId: given, ...gone },
    ])
    expect(stream.text).not.toContain(other)
    expect(new Set(told(stranger).map(({ documentId }) => documentId))).toEqual(new Set([seen.id]))
  })

  it('starts now if it has heard of nothing yet', async () => {
    await write(1)
    const stream = await follow(app(), '', undefined, { 'last-event-id': '' })
    await ready(stream)
    expect(told(stream)).toEqual([])
  })
})
