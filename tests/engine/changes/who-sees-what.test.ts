import { createClient } from '@quirecms/sdk'
import { onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { newsroom, settled } from './newsroom.ts'

const EDITOR = { collection: 'users', id: '01890000-0000-7000-8000-00000000000e', roles: ['editor'] }
const READER = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a', roles: ['reader'] }
const actors = { editor: EDITOR, reader: READER }

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('create', 'update', 'publish', 'unpublish', 'delete', 'restore', 'note', 'give', 'forget'),
    which: fc.nat({ max: 3 }),
  }),
  { minLength: 3, maxLength: 12 },
)

onEachDatabase('the change feed', { config: newsroom, actors }, (app) => {
  /** Everything delivered is readable now, as in a list, or was public and is reported as gone. */
  it('reports nothing that a list would not show', async () => {
    const property = fc.asyncProperty(steps, async (asked) => {
      const start = (await app().app.local.readChanges()).next
      const system = app().app.local.asSystem().collections
      const posts: string[] = []
      const notes: string[] = []
      const wasPublic = new Set<string>()
      for (const { what, which } of asked) {
        const post = posts[which] ?? ''
        const note = notes[which] ?? ''
        const run: Record<string, () => Promise<unknown>> = {
          create: async () => posts.push((await system.posts.create({ title: 'x' })).id),
          update: () => system.posts.update(post, { title: `${Math.random()}` }),
          publish: async () => {
            await system.posts.publish(post)
            wasPublic.add(post)
          },
          unpublish: () => system.posts.unpublish(post),
          delete: () => system.posts.delete(post),
          restore: () => system.posts.restoreDeleted(post),
          note: async () => notes.push((await system.notes.create({ owner: which > 1 ? READER.id : EDITOR.id })).id),
          give: () => system.notes.update(note, { owner: which % 2 === 0 ? READER.id : EDITOR.id }),
          forget: () => system.notes.delete(note),
        }
        await run[what]?.().catch(() => undefined)
      }
      await settled(app().app)
      for (const as of [undefined, 'reader', 'editor']) {
        const { body } = await app().request('GET', `/api/changes?after=${start}&limit=500&documents=true`, { as })
        const shown = new Map<string, { revision: number }>()
        for (const slug of ['posts', 'notes']) {
          const draft = slug === 'posts' ? '&draft=newest' : ''
          const list = await app().request('GET', `/api/collections/${slug}?limit=100${draft}`, { as })
          for (const doc of list.body.docs ?? []) shown.set(String(doc.id), doc)
        }
        for (const change of body.changes) {
          const doc = shown.get(change.documentId)
          if (doc) {
            expect(change.doc).toMatchObject({ id: change.documentId, revision: doc.revision })
            expect(change.revision).toBeLessThanOrEqual(doc.revision)
            if (as !== 'editor') expect(change.live).toBe(true)
          } else {
            expect(change).toMatchObject({ revision: null, doc: null, actor: null, collection: 'posts' })
            if (as !== 'editor') expect(wasPublic.has(change.documentId)).toBe(true)
          }
        }
        // And every readable document that changed is reported.
        const told = new Set(body.changes.map(({ documentId }: { documentId: string }) => documentId))
        for (const id of [...posts, ...notes]) if (shown.has(id)) expect(told.has(id)).toBe(true)
      }
    })
    await fc.assert(property, runs(6))
  })

  it('keeps a list of the client up to date', async () => {
    const client = createClient<typeof newsroom>({ baseUrl: app().url })
    const answers: (readonly unknown[])[] = []
    const stop = client.live.find('plain', { sort: 'name', select: { name: true } }, ({ docs }) =>
      answers.push(docs.map(({ name }) => name)),
    )
    onTestFinished(stop)
    await expect.poll(() => answers).toEqual([[]])
    const { plain } = app().app.local.collections
    const { id } = await plain.create({ name: 'b' })
    await plain.create({ name: 'a' })
    await expect.poll(() => answers.at(-1)).toEqual(['a', 'b'])
    await plain.delete(id)
    await expect.poll(() => answers.at(-1)).toEqual(['a'])
    stop()
    const before = answers.length
    await plain.create({ name: 'c' })
    await settled(app().app)
    expect(answers).toHaveLength(before)
  })
})
