import { createClient } from '@quirecms/sdk'
import { onEachDatabase } from '@quirecms/testkit'
import { defineConfig } from 'quirecms'
import { expect, it } from 'vitest'
import { follow, framesOf } from './follower.ts'
import { newsroom, settled } from './newsroom.ts'

const READER = { collection: 'users', id: '01890000-0000-7000-8000-00000000000a', roles: ['reader'] }
const STRANGER = '01890000-0000-7000-8000-00000000000b'
/** With their documents, changes are read in portions of twenty. */
const HIDDEN = 70

// Each portion of what is passed over takes longer than a fifth of this.
const config = defineConfig({ ...newsroom, changes: { streams: { heartbeat: '2ms' } } })

onEachDatabase('a long series of invisible changes', { config, actors: { reader: READER } }, (app) => {
  const notes = () => app().app.local.asSystem().collections.notes

  async function muchThatIsHidden(): Promise<{ before: string; first: string; last: string }> {
    const { next: before } = await app().app.local.asSystem().readChanges()
    const first = await notes().create({ text: 'first', owner: READER.id })
    for (let index = 0; index < HIDDEN; index += 1) await notes().create({ text: 'hidden', owner: STRANGER })
    const last = await notes().create({ text: 'last', owner: READER.id })
    await settled(app().app)
    return { before, first: first.id, last: last.id }
  }

  const leftBehind = async (after: string) =>
    (
      await app()
        .app.local.asSystem()
        .readChanges({ after, collections: ['notes'], limit: 500 })
    ).changes.length

  it('has cursors that neither repeat nor lose a change', async () => {
    const { before, first, last } = await muchThatIsHidden()
    const stream = await follow(app(), `?collections=notes&documents=true&after=${before}`, 'reader')
    await expect.poll(() => stream.text).toContain('event: ready')
    const frames = framesOf(stream.text)
    const cursor = frames.find(({ event }) => event === 'cursor')
    expect(cursor).toEqual({ event: 'cursor', id: expect.any(String), data: { next: cursor?.id } })
    expect(frames.filter(({ event }) => event === 'change').map(({ data }) => data?.['documentId'])).toEqual([
      first,
      last,
    ])
    expect(await leftBehind(before)).toBe(HIDDEN + 2)
    expect(await leftBehind(String(cursor?.id))).toBeLessThan(HIDDEN)
    const again = await follow(app(), '?collections=notes&documents=true', 'reader', {
      'last-event-id': String(cursor?.id),
    })
    await expect.poll(() => again.text).toContain('event: ready')
    const told = framesOf(again.text).filter(({ event }) => event === 'change')
    expect(told.map(({ data }) => data?.['documentId'])).toEqual([last])
    expect(stream.text).not.toContain(STRANGER)
  })

  it('is continued by the client, wherever the connection broke', async () => {
    const { before, first, last } = await muchThatIsHidden()
    const asked: (string | null)[] = []
    const client = createClient<typeof newsroom>({
      baseUrl: app().url,
      fetch: async (input, init) => {
        asked.push(new URL(new Request(input).url).searchParams.get('after'))
        const response = await app().fetchAs('reader')(input, init)
        if (asked.length > 1 || !response.body) return response
        return new Response(response.body.pipeThrough(breakingOffBehind('event: cursor')), response)
      },
    })
    const told: string[] = []
    for await (const { documentId } of client.changes({ collections: ['notes'], documents: true, after: before })) {
      told.push(documentId)
      if (documentId === last) break
    }
    expect(told).toEqual([first, last])
    expect(asked).toEqual([before, expect.any(String)])
    expect(await leftBehind(String(asked[1]))).toBeLessThan(HIDDEN)
  })
})

function breakingOffBehind(words: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let text = ''
  return new TransformStream({
    transform(bytes, controller) {
      const before = text.length
      text += decoder.decode(bytes, { stream: true })
      const at = text.indexOf(words)
      const end = at < 0 ? -1 : text.indexOf('\n\n', at)
      controller.enqueue(new TextEncoder().encode(text.slice(before, end < 0 ? undefined : end + 2)))
      if (end >= 0) controller.terminate()
    },
  })
}
