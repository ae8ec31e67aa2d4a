import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const everybody = () => true
const statements: string[] = []
const onStatement = (sql: string) => void statements.push(sql)
const gone: string[] = []
/** Each of these documents takes twenty seconds: the request timeout is 30. */
let slow: string | undefined
let broken: string | undefined

const config = defineConfig({
  collections: {
    notes: collection({
      fields: { title: f.text(), next: f.relationship({ to: 'notes', onDelete: 'restrict' }) },
      trash: true,
      access: { read: everybody, delete: everybody, deletePermanent: everybody, update: everybody },
      hooks: {
        beforeDelete: [
          ({ doc }) => {
            if (doc?.['title'] === slow) passTime(20_000)
            if (doc?.['title'] === broken) throw new Error('broken')
          },
        ],
        afterCommit: [({ doc }) => void gone.push(JSON.stringify(doc?.['title']))],
      },
    }),
  },
})

const now = performance.now.bind(performance)
const passTime = (ms: number) => void vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)

onEachDatabase('a full trash', { config, onStatement }, (app) => {
  const notes = () => app().app.local.asSystem().collections.notes
  const fill = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      await notes().delete((await notes().create({ title: `N${number}` })).id)
    gone.length = statements.length = 0
  }
  const empty = async (): Promise<unknown> => {
    const { text } = await app().request('DELETE', '/api/collections/notes/trash')
    return JSON.parse(text)
  }
  const left = async () => (await notes().find({ trash: true, limit: 1 })).pagination.totalDocs

  beforeEach(() => {
    slow = broken = undefined
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('is emptied in batches, each in a transaction', async () => {
    await fill(130)
    expect(await empty()).toEqual({ deleted: 130 })
    expect(await left()).toBe(0)
    expect(gone).toHaveLength(130)
    // A machine that is busy makes smaller portions; one for each document would be 130.
    const commits = statements.filter((sql) => /^\s*(begin|commit)/i.test(sql)).length
    expect(commits).toBeLessThan(130)
  })

  it('returns the number of remaining documents at the time limit, and another call continues', async () => {
    await fill(30)
    slow = 'N11'
    expect(await empty()).toEqual({ deleted: 12, remaining: 18 })
    vi.restoreAllMocks()
    expect(await left()).toBe(18)
    expect(gone).toHaveLength(12)
    expect(await empty(), 'and nothing where nothing is left').toEqual({ deleted: 18 })
  })

  it('is emptied completely in process, however long that takes', async () => {
    await fill(5)
    slow = 'N2'
    expect(await notes().emptyTrash()).toEqual({ deleted: 5 })
  })

  it('keeps earlier deletions if a document fails', async () => {
    await fill(5)
    broken = 'N3'
    await expect(notes().emptyTrash()).rejects.toThrow()
    expect(await left()).toBe(2)
    expect(gone).toEqual(['"N0"', '"N1"', '"N2"'])
  })

  it('deletes documents that others in it reference after those', async () => {
    const first = await notes().create({ title: 'first' })
    const second = await notes().create({ title: 'second', next: first.id })
    for (const { id } of [second, first]) await notes().delete(id)
    expect(await empty()).toEqual({ deleted: 2 })
  })

  it('a bulk call names the documents that it had no time for', async () => {
    const ids: string[] = []
    for (const title of ['A', 'B', 'C']) ids.push((await notes().create({ title })).id)
    slow = 'B'
    const { text } = await app().request('POST', '/api/collections/notes/bulk', {
      body: { action: 'delete', ids },
    })
    const { results } = JSON.parse(text) as { results: { ok: boolean; error?: { code: string } }[] }
    expect(results.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, true, 'unavailable'])
  })
})
