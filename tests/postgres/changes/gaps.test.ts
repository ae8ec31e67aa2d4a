import { createTestApp, createTestDatabase, describeEachDatabase, onEachDatabase } from '@quirecms/testkit'
import pg from 'pg'
import { createApp, createLogger, defineConfig } from 'quirecms'
import { expect, inject, it, onTestFinished } from 'vitest'
import { exportLines, importLines } from '@quirecms/features/commands'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { framesOf, follow } from '../../engine/changes/follower.ts'
import { newsroom, settled } from '../../engine/changes/newsroom.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
const clock = () => new Date(now)
const few = defineConfig({ ...newsroom, changes: { keep: '7d', max: 5 } })

onEachDatabase('stored changes', { config: few, clock, jobs: false }, (app) => {
  const { changes, next, isGap } = {
    changes: async (after: string) => app().app.local.readChanges({ after }),
    next: async () => (await app().app.local.readChanges()).next,
    isGap: async (after: string) => (await app().request('GET', `/api/changes?after=${after}`)).status === 409,
  }
  const write = async (count: number) => {
    const { local } = app().app
    let id = ''
    for (let index = 0; index < count; index += 1) id = (await local.collections.plain.create({ name: `${index}` })).id
    // Waits until no open transaction holds it back.
    const newest = async () => (await changes('')).changes.at(-1)?.documentId
    await expect.poll(newest).toBe(id)
  }

  it('are limited in number, and after a cursor they are complete, or a gap is reported', {
    tags: ['release'],
  }, async () => {
    const early = await next()
    await write(3)
    const middle = (await changes(early)).changes[1]?.id ?? ''
    await app().app.runJobs()
    expect((await changes(early)).changes).toHaveLength(3)
    await write(5)
    const late = await next()
    await app().app.runJobs()
    const { status, body } = await app().request('GET', `/api/changes?after=${early}`)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'invalid_state', first: expect.any(String), next: expect.any(String) })
    expect(await isGap(middle)).toBe(true)
    expect((await changes(body.error.first)).changes).toHaveLength(5)
    expect((await changes('')).changes).toHaveLength(5)
    expect((await changes(body.error.next)).changes).toEqual([])
    expect((await changes(late)).changes).toEqual([])
  })

  it('are limited in age; the newest always stays, so that up-to-date readers have no gap', async () => {
    await write(3)
    const late = await next()
    now += 8 * 86_400_000
    await app().app.runJobs()
    expect(await isGap(late)).toBe(false)
    expect((await changes('')).changes).toEqual([])
    await write(1)
    expect((await changes(late)).changes).toHaveLength(1)
  })

  it('report a gap after an import of content', async () => {
    const stream = await follow(app())
    await expect.poll(() => stream.text).toContain('event: ready')
    await write(1)
    const before = await next()
    const runtime = runtimeOf(app().app)
    const lines: string[] = []
    for await (const line of exportLines(runtime, { secrets: false, files: false })) lines.push(line)
    await app().app.local.collections.plain.deleteMany({ where: {} })
    await settled(app().app)
    const after = await next()
    async function* all() {
      yield* lines
    }
    await importLines(runtime, all(), { merge: true })
    await settled(app().app)
    expect(await isGap(before)).toBe(true)
    expect(await isGap(after)).toBe(true)
    await expect.poll(() => framesOf(stream.text).map(({ event }) => event)).toContain('gap')
    expect(await isGap(await next())).toBe(false)
    await write(1)
    await expect.poll(() => framesOf(stream.text).at(-1)?.event).toBe('change')
  })
})

describeEachDatabase('changes on %s', (dialect) => {
  it('have a gap if the feed was off, or the database is another one', { tags: ['release'] }, async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const log = createLogger({ level: 'silent' })
    const open = (changes: boolean) => createApp({ ...newsroom, changes, database: database.config }, { log })
    const first = await open(true)
    await settled(first)
    const { next } = await first.local.readChanges()
    await first.close()
    const off = await open(false)
    await off.local.collections.plain.create({ name: 'unheard of' })
    await expect(off.local.readChanges()).rejects.toMatchObject({ code: 'not_found' })
    await off.close()
    const again = await open(true)
    await settled(again) // Other transactions may delay the record, like any change.
    await expect(again.local.readChanges({ after: next })).rejects.toMatchObject({
      code: 'invalid_state',
      feed: { next: expect.any(String) },
    })
    const { next: later } = await again.local.readChanges()
    await again.local.collections.plain.create({ name: 'heard of' })
    await settled(again)
    expect((await again.local.readChanges({ after: later })).changes).toHaveLength(1)
    await again.close()
    const other = await createTestApp(newsroom, { dialect, postgresUrl: inject('postgresUrl') })
    onTestFinished(() => other.close())
    expect((await other.request('GET', `/api/changes?after=${later}`)).status).toBe(409)
  })

  it('are received once in each process with `everywhere`', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    const log = createLogger({ level: 'silent' })
    const open = () => createApp({ ...newsroom, database: database.config }, { log })
    const [one, other] = [await open(), await open()]
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()])
      await database.remove()
    })
    const heard: unknown[] = []
    const stop = one.on(
      'document.created',
      ({ collection, id, revision, doc }) => heard.push({ collection, id, revision, name: doc?.['name'] }),
      { everywhere: true },
    )
    const begun: unknown[] = []
    one.on('document.deleted', () => begun.push(1), { everywhere: true })
    const make = async (app: typeof one, name: string) => (await app.local.collections.plain.create({ name })).id
    // The start of listening is not visible, so retry until it is heard.
    await expect
      .poll(async () => {
        await make(other, 'first')
        return heard.length
      })
      .toBeGreaterThan(0)
    const before = heard.length
    const ids = [await make(one, 'here'), await make(other, 'there')]
    await expect
      .poll(() => heard.slice(-2))
      .toMatchObject([
        { collection: 'plain', id: ids[0], revision: 1, name: 'here' },
        { collection: 'plain', id: ids[1], revision: 1, name: 'there' },
      ])
    expect(new Set(heard.map((event) => (event as { id: string }).id)).size).toBe(heard.length)
    expect(heard.length).toBeGreaterThanOrEqual(before + 2)
    stop()
    // @ts-expect-error -- the feed has no such event
    expect(() => one.on('auth.login', () => undefined, { everywhere: true })).toThrow('Only events of documents')
  })
})

it('have no gap in a new feed while a long transaction delays all changes', async () => {
  const other = new pg.Client(inject('postgresUrl'))
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  const app = await createTestApp(newsroom, { dialect: 'postgres', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const { next } = await app.app.local.readChanges()
  const { id } = await app.app.local.collections.plain.create({ name: 'held back' })
  expect(await app.app.local.readChanges({ after: next })).toMatchObject({ changes: [] })
  await other.query('rollback')
  const heard = async () =>
    (await app.app.local.readChanges({ after: next })).changes.map((change) => change.documentId)
  await expect.poll(heard).toEqual([id])
})
