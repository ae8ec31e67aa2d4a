import { onEachDatabase } from '@quirecms/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newsroom, settled } from './newsroom.ts'

const EDITOR = { collection: 'users', id: '01890000-0000-7000-8000-00000000000e', roles: ['editor'] }
const READER = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a', roles: ['reader'] }
const actors = { editor: EDITOR, reader: READER }

interface ToldChange {
  readonly id: string
  readonly event: string
  readonly documentId: string
  readonly revision: number | null
  readonly live: boolean
  readonly doc?: Record<string, unknown> | null
}

onEachDatabase('pages of the change feed', { config: newsroom, actors }, (app) => {
  const read = async (query = '', as?: string) => {
    await settled(app().app)
    return app().request('GET', `/api/changes${query}`, { as })
  }
  const now = async (as?: string) => String((await read('', as)).body.next)
  const told = async (after: string, as?: string, query = ''): Promise<ToldChange[]> => {
    const { status, body } = await read(`?after=${after}${query}`, as)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.behind).toBe(false)
    return body.changes
  }
  const eventsOf = (changes: readonly ToldChange[]) =>
    changes.map(({ event, revision }) => `${event.slice(event.indexOf('.') + 1)} ${revision}`)
  const editors = () => app().app.local.as(EDITOR).collections

  it('contain the changes in order, and continue after them', async () => {
    const start = await now()
    const { plain } = app().app.local.collections
    const { id } = await plain.create({ name: 'one' })
    await plain.update(id, { name: 'two' })
    await app().app.local.globals.site.update({ name: 'New' })
    const { body: first } = await read(`?after=${start}&limit=2`)
    expect(first).toMatchObject({
      behind: true,
      changes: [
        { event: 'document.created', collection: 'plain', documentId: id, revision: 1, live: true, actor: null },
        { event: 'document.updated', collection: 'plain', documentId: id, revision: 2, live: true },
      ],
    })
    const { body: second } = await read(`?after=${first.next}&limit=2`)
    expect(second).toMatchObject({
      behind: false,
      changes: [{ event: 'global.updated', global: 'site', documentId: 'site' }],
    })
    expect(await told(second.next)).toEqual([])
    // The cursor of a change works like that of a page.
    expect(eventsOf(await told(first.changes[0].id))).toEqual(['updated 2', 'updated 2'])
    expect(eventsOf(await told(start, undefined, '&globals=site'))).toEqual(['updated 2'])
    expect(await told(start, undefined, '&collections=posts')).toEqual([])
  })

  it('read no documents that they do not show, even large ones', async () => {
    const start = await now()
    const { plain } = app().app.local.collections
    for (const name of ['one', 'two']) await plain.create({ name })
    const { reader } = app().app.storage
    const reads = [vi.spyOn(reader, 'getMany'), vi.spyOn(reader, 'find'), vi.spyOn(reader, 'get')]
    onTestFinished(() => reads.forEach((spy) => spy.mockRestore()))
    expect(await told(start)).toHaveLength(2)
    const count = () => reads.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    expect(count()).toBe(0)
    expect(await told(start, undefined, '&documents=true')).toHaveLength(2)
    expect(count()).toBeGreaterThan(0)
  })

  it('contain no rolled-back changes, also of a nested transaction', async () => {
    const start = await now()
    const { local } = app().app
    await expect(local.collections.plain.create({ name: 'undo' })).rejects.toThrow()
    await local.transaction(async ({ collections }) => {
      await collections.plain.create({ name: 'stays' })
      await expect(collections.plain.create({ name: 'undo' })).rejects.toThrow()
      await collections.plain.create({ name: 'stays, too' })
    })
    await expect(
      local.transaction(async ({ collections }) => {
        await collections.plain.create({ name: 'goes' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const names = (await told(start, undefined, '&documents=true')).map(({ doc }) => doc?.['name'])
    expect(names).toEqual(['stays', 'stays, too'])
  })

  it('are limited in size, even if one large document has changed often', async () => {
    const start = await now()
    const { plain } = app().app.local.asSystem().collections
    const { id } = await plain.create({ body: 'x'.repeat(60_000) })
    for (let index = 0; index < 79; index += 1) await plain.update(id, { name: String(index) })
    await settled(app().app)
    const weights: number[] = []
    const revisions: unknown[] = []
    for (let page = { next: start, behind: true }; page.behind; ) {
      const { body } = await app().request('GET', `/api/changes?after=${page.next}&limit=500&documents=true`)
      weights.push(JSON.stringify(body).length)
      revisions.push(...body.changes.map(({ revision }: { revision: number }) => revision))
      page = body
    }
    expect(weights).toHaveLength(2)
    expect(Math.max(...weights)).toBeLessThan(4 * 1024 * 1024 + 70_000)
    expect(revisions).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
  })

  it('contain only public changes, with their revisions, for callers who may not read drafts', async () => {
    const start = await now()
    const { posts } = editors()
    const { id } = await posts.create({ title: 'First', secret: 'x' })
    await posts.update(id, { title: 'Second' })
    await posts.publish(id)
    await posts.update(id, { title: 'Third' })
    const hidden = await posts.create({ title: 'Never published' })
    await posts.delete(hidden.id)
    expect(eventsOf(await told(start))).toEqual(['published 3'])
    expect(eventsOf(await told(start, 'editor'))).toEqual([
      'created 1',
      'updated 2',
      'published 3',
      'updated 4',
      'trashed null',
    ])
    expect(eventsOf(await told(start, 'editor', '&live=true'))).toEqual(['published 3'])
    const [seen] = await told(start, undefined, '&documents=true&collections=posts')
    expect(seen?.doc).toMatchObject({ title: 'Second' })
    expect(seen?.doc).not.toHaveProperty('secret')
    const newest = await told(start, 'editor', '&documents=true&collections=posts&select={"title":true}')
    expect(newest[0]?.doc).toEqual({ id, title: 'Third' })
    // The public is told that it is gone, and no more.
    await posts.unpublish(id)
    expect(eventsOf(await told(start))).toEqual(['unpublished null'])
    await posts.delete(id)
    await posts.deletePermanent(id)
    expect(eventsOf(await told(start))).toEqual(['unpublished null'])
  })

  it('report a deletion only to callers who could have read the document', async () => {
    const start = await now()
    const { notes } = app().app.local.asSystem().collections
    const mine = await notes.create({ text: 'mine', owner: READER.id })
    const theirs = await notes.create({ text: 'theirs', owner: EDITOR.id })
    expect((await told(start, 'reader')).map(({ documentId }) => documentId)).toEqual([mine.id])
    expect(await told(start)).toEqual([])
    await notes.delete(theirs.id)
    await notes.delete(mine.id)
    // A page can't know what it delivered: a rule that reads the document never allows a deleted one.
    expect(await told(start, 'reader')).toEqual([])
    expect(
      eventsOf(
        await app()
          .app.local.asSystem()
          .readChanges({ after: start, collections: ['notes'] })
          .then(({ changes }) => changes),
      ),
    ).toEqual(['deleted null', 'deleted null'])
  })

  it('refuse an invalid cursor and every other invalid parameter at once', async () => {
    for (const after of ['x', 'A'.repeat(70), '../..', '%00', `${await now()}A`]) {
      const { status, body } = await read(`?after=${after}`)
      expect([400, 409], after).toContain(status)
      if (status === 400) expect(body.error).toMatchObject({ code: 'invalid_query', issues: [{ path: 'after' }] })
      else
        expect(body.error).toMatchObject({ code: 'invalid_state', first: expect.any(String), next: expect.any(String) })
    }
    const { status, body } = await read('?collections=nope&globals=,&limit=0&live=maybe&select={}')
    expect(status).toBe(400)
    expect(body.error.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      expect.arrayContaining(['live']),
    )
    expect((await read('?limit=501')).status).toBe(400)
    expect((await read('?page=1')).status).toBe(400)
  })

  it('never return the same cursor twice', async () => {
    const start = await now()
    const pages = [await read(`?after=${start}`), await read(`?after=${start}`)]
    await editors().posts.create({ title: 'A draft that other users may not know of' })
    pages.push(await read(`?after=${start}`))
    const texts = pages.map(({ text }) => text)
    expect(new Set(texts).size).toBe(3)
    expect(new Set(texts.map(({ length }) => length)).size).toBe(1)
    expect(pages.map(({ body }) => [body.changes, body.behind])).toEqual([
      [[], false],
      [[], false],
      [[], false],
    ])
  })
})
