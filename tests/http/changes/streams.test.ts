import { createClient } from '@quirecms/sdk'
import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { follow as open, framesOf } from '../../engine/changes/follower.ts'
import { newsroom, settled } from '../../engine/changes/newsroom.ts'

const EDITOR = { collection: 'users', id: '01890000-0000-7000-8000-00000000000e', roles: ['editor'] }
const READER = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a', roles: ['reader'] }
const actors = { editor: EDITOR, reader: READER }

const ready = (stream: { text: string }) => expect.poll(() => stream.text).toContain('event: ready')

onEachDatabase('streams of the change feed', { config: newsroom, actors }, (app) => {
  const plain = () => app().app.local.collections.plain
  const editors = () => app().app.local.as(EDITOR).collections

  it('deliver changes as they happen, and earlier ones after a cursor', async () => {
    const stream = await open(app())
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'private, no-store, no-transform',
    })
    expect(stream.headers.has('content-encoding')).toBe(false)
    await ready(stream)
    const { id } = await plain().create({ name: 'one' })
    await expect.poll(() => stream.text).toContain('document.created')
    const [first, change] = framesOf(stream.text)
    expect(first).toEqual({ event: 'ready', data: { next: expect.any(String) } })
    expect(change).toMatchObject({ event: 'change', id: change?.data?.['id'], data: { documentId: id, revision: 1 } })
    stream.end()
    await plain().update(id, { name: 'two' })
    await settled(app().app)
    const again = await open(app(), '', undefined, { 'last-event-id': String(change?.id) })
    await ready(again)
    expect(framesOf(again.text)).toMatchObject([
      { event: 'change', data: { event: 'document.updated', revision: 2 } },
      { event: 'ready' },
    ])
    const fromReady = await open(app(), `?after=${String(first?.data?.['next'])}`)
    await ready(fromReady)
    expect(framesOf(fromReady.text).filter(({ event }) => event === 'change')).toHaveLength(2)
  })

  it('deliver nothing of drafts to anonymous callers', async () => {
    const streams = [await open(app()), await open(app(), '', 'reader')]
    const editor = await open(app(), '', 'editor')
    await Promise.all([...streams, editor].map(ready))
    const before = streams.map(({ text }) => text)
    const { posts } = editors()
    const { id } = await posts.create({ title: 'Draft' })
    await posts.update(id, { title: 'Still a draft' })
    await posts.delete(id)
    await expect.poll(() => editor.text).toContain('document.trashed')
    expect(streams.map(({ text }) => text)).toEqual(before)
    const { id: seen } = await plain().create({ name: 'seen' })
    for (const stream of streams) await expect.poll(() => stream.text).toContain(seen)
    for (const stream of streams) expect(stream.text).not.toContain(id)
  })

  it('report the deletion of a document that they reported before', async () => {
    const { notes } = app().app.local.asSystem().collections
    const old = await notes.create({ text: 'old', owner: READER.id })
    await settled(app().app)
    const stream = await open(app(), '?collections=notes', 'reader')
    await ready(stream)
    const mine = await notes.create({ text: 'mine', owner: READER.id })
    const theirs = await notes.create({ text: 'theirs', owner: EDITOR.id })
    await expect.poll(() => stream.text).toContain(mine.id)
    await notes.delete(old.id)
    await notes.delete(theirs.id)
    await notes.delete(mine.id)
    await expect.poll(() => stream.text).toContain('document.deleted')
    const gone = framesOf(stream.text).filter(({ data }) => data?.['event'] === 'document.deleted')
    expect(gone).toMatchObject([{ data: { documentId: mine.id, revision: null } }])
    expect(stream.text).not.toContain(theirs.id)
    expect(stream.text).not.toContain(old.id)
  })

  it('are followed by the client, which resumes at its cursor', async () => {
    let fetches = 0
    const client = createClient<typeof newsroom>({
      baseUrl: app().url,
      // Breaks every stream after a moment, at any byte.
      fetch: async (input, init) => {
        fetches += 1
        const response = await app().fetchAs(undefined)(input, init)
        let left = 2_400
        const body = response.body?.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(bytes, controller) {
              const part = bytes.subarray(0, left)
              left -= part.length
              controller.enqueue(part)
              if (left <= 0) controller.error(new Error('broken off'))
            },
          }),
        )
        return new Response(body ?? null, response)
      },
    })
    const ending = new AbortController()
    const names: unknown[] = []
    const { promise: began, resolve } = Promise.withResolvers<string>()
    const following = (async () => {
      const asked = { collections: ['plain'], documents: true, signal: ending.signal, onReady: resolve } as const
      for await (const { doc } of client.changes(asked)) {
        names.push(doc?.['name'])
        if (names.length === 12) break
      }
    })()
    await began
    for (let index = 0; index < 12; index += 1) await plain().create({ name: `n${index}` })
    await following
    expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `n${index}`))
    expect(fetches).toBeGreaterThan(2)
  })

  it('deliver texts with line separators, which end no line here', async () => {
    const client = createClient<typeof newsroom>({ baseUrl: app().url, fetch: app().fetchAs(undefined) })
    const name = 'one\u2028two\u2029three'
    const asked = { collections: ['plain'], documents: true, after: (await client.readChanges()).next } as const
    const { id } = await plain().create({ name })
    for await (const { documentId, doc } of client.changes(asked)) {
      if (documentId !== id) continue
      expect(doc?.['name']).toBe(name)
      break
    }
  })

  it('are followed in process, until the reader stops', async () => {
    const seen: unknown[] = []
    const ending = new AbortController()
    const following = (async () => {
      const asked = { after: '', collections: ['plain'], signal: ending.signal } as const
      for await (const { documentId } of app().app.local.changes(asked)) seen.push(documentId)
    })()
    const { id } = await plain().create({ name: 'last' })
    await expect.poll(() => seen.at(-1)).toBe(id)
    ending.abort()
    await following
  })
})
