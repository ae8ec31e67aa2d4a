import { forget, stdout } from '@quirecms/audit'
import { type AuditEntry, auditClient } from '@quirecms/audit/client'
import { describeEachDatabase, must } from '@quirecms/testkit'
import { type App, collection, defineConfig, f, QuireError } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, type Recorded, recorded } from './recorded.ts'

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), phone: f.text() } }),
    posts: collection({
      fields: { title: f.text(), secret: f.text({ hidden: true }) },
      access: { read: () => true, create: () => true },
      hooks: {
        afterChange: [
          ({ doc }) => {
            if (doc?.['title'] === 'Refused') throw new QuireError('conflict', 'Not this one.')
          },
        ],
      },
    }),
  },
})

const DAY = 86_400_000
const MANY = 260
/** Concurrent readers during writes. */
const READERS = 50
const MANY_MORE = 20

describe('a log without a chain', () => {
  it('removes old entries, even if they were still pending', async () => {
    const log = await recorded(config, 'sqlite', { retention: '30d' })
    try {
      const at = Date.now() - 31 * DAY
      // Ids contain the time, and those of one process never decrease.
      const id = `${at
        .toString(16)
        .padStart(12, '0')
        .replace(/(?=.{4}$)/, '-')}-7000-8000-000000000001`
      const old = { id, at, action: 'document.created', via: 'system', entity: 'posts', documentId: 'old' }
      const entry = JSON.stringify(old)
      await log.app.storage.transaction(({ records }) => records.append('audit-intake', { entry, changes: null }))
      expect((await log.entries()).map(({ documentId }) => documentId)).toContain('old')
      const again = JSON.stringify({ ...old, id: id.replace(/1$/, '2'), documentId: 'waiting' })
      await log.app.storage.transaction(({ records }) =>
        records.append('audit-intake', { entry: again, changes: null }),
      )
      const fresh = await log.app.local.asSystem().collection('posts').create({ title: 'New' })
      await log.app.runJobs()
      const left = (await log.entries()).map(({ documentId }) => documentId)
      expect(left).toContain((fresh as { id: string }).id)
      expect(left.filter((one) => one === 'old' || one === 'waiting')).toEqual([])
    } finally {
      await log.close()
    }
  })
})

describe('a log of an earlier release', () => {
  const first = {
    id: '019b7000-0000-7000-8000-000000000001',
    at: '2026-01-01T10:00:00.000Z',
    action: 'document.updated',
    entity: 'posts',
    documentId: '019b7000-0000-7000-8000-000000000002',
    revision: 2,
    actorCollection: 'users',
    actorId: '019b7000-0000-7000-8000-000000000003',
    actorLabel: 'Ann',
    via: 'session',
    requestId: 'r1',
    address: '127.0.0.1',
    userAgent: 'a browser',
    changes: '[{"path":"title","from":"A","to":"B"}]',
    outcome: 'done',
    segment: '2026-01-01',
    sequence: 1,
    hash: 'ypZ2Ng2dyby4PeeBFhlRYf4ZCtZh-p7CII6CLP6EbSE',
  }

  it('keeps its chain, which continues with unsealed and new entries', async () => {
    const log = await recorded(config, 'sqlite', { chain: true }, () => new Date('2026-01-02T10:00:00Z'))
    try {
      const { day, hash } = { day: first.segment, hash: first.hash }
      await log.app.storage.transaction(async ({ records }) => {
        await records.insert('audit-state', { name: 'salt', value: 'a salt' })
        await records.insert('audit-state', { name: 'head', value: JSON.stringify({ day, sequence: 1, hash }) })
        await records.insert('audit-segments', { day, entries: 1, lastHash: hash })
        await records.insert('audit-entries', first)
        const next = { ...first, id: first.id.replace(/1$/, '4'), segment: '', sequence: 0, hash: null }
        await records.insert('audit-entries', next)
      })
      const verify = () => log.app.local.asSystem().plugin(auditClient).verify()
      expect(await verify()).toMatchObject({ ok: true, entries: 3, unsealed: 1 })
      await log.app.runJobs()
      expect(await verify()).toMatchObject({ ok: true, days: 2, entries: 4, unsealed: 0 })
    } finally {
      await log.close()
    }
  })
})

describeEachDatabase('pending entries on %s', (dialect) => {
  let log: Recorded
  let other: App
  beforeAll(async () => {
    log = await recorded(config, dialect, { chain: true, redact: ['users.phone'], ship: [stdout()] })
    other = await log.start()
  })
  afterAll(async () => {
    await other.close()
    await log.close()
  })

  const waiting = () => log.app.storage.reader.records.find('audit-intake', {})
  const make = async (title: string, app = log.app) =>
    ((await app.local.asSystem().collection('posts').create({ title })) as { id: string }).id
  const about = async (id: string, app = log.app): Promise<readonly AuditEntry[]> => {
    const where = { documentId: { equals: id } }
    return (await app.local.asSystem().plugin(auditClient).entries({ where, limit: 100, after: '' })).docs
  }

  it('are visible to readers on each instance, who wait for them', async () => {
    const id = await make('A')
    expect((await waiting()).length).toBeGreaterThan(0)
    expect((await log.send('GET', '/api/plugins/audit/entries')).status).toBe(401)
    expect((await waiting()).length).toBeGreaterThan(0)
    expect(await about(id, other)).toMatchObject([{ action: 'document.created', hash: expect.any(String) }])
    expect(await waiting()).toEqual([])
    await make('B', other)
    const history = log.app.local.asSystem().collection('posts') as unknown as {
      audit: (of: string) => Promise<{ docs: AuditEntry[] }>
    }
    expect((await history.audit(await make('C', other))).docs).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('are settled once, also concurrently, and in one chain', async () => {
    for (let made = 0; made < MANY; made += 20)
      await Promise.all(Array.from({ length: 20 }, () => make('Many', made % 40 === 0 ? log.app : other)))
    expect((await waiting()).length).toBeGreaterThanOrEqual(MANY)
    const look = (app: App) => app.local.asSystem().plugin(auditClient).entries({ limit: 1, after: '' })
    const apps = Array.from({ length: READERS / 2 }, () => [log.app, other]).flat()
    const beside = Promise.all(apps.slice(0, MANY_MORE).map((app) => make('Beside', app)))
    await Promise.all(apps.map(look))
    await beside
    const all = await log.entries()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const created = all.filter(({ changes }) => changes?.some(({ to }) => to === 'Many'))
    expect(created).toHaveLength(MANY)
    expect(all.filter(({ changes }) => changes?.some(({ to }) => to === 'Beside'))).toHaveLength(MANY_MORE)
    expect(await waiting()).toEqual([])
    expect(await log.app.storage.reader.records.count('audit-outbox', {})).toBe(all.length)
    const { ok, entries, unsealed } = await other.local.asSystem().plugin(auditClient).verify()
    expect([ok, entries, unsealed]).toEqual([true, all.length, 0])
  })

  it('are settled atomically', async () => {
    const id = await make('Whole')
    await make('Behind it')
    const before = await waiting()
    const taken = JSON.parse(String(must(before[0], 'entry')['entry'])) as { id: string }
    const [row] = await log.app.storage.reader.records.find('audit-entries', {}, { limit: 1 })
    await log.app.storage.transaction(({ records }) =>
      records.insert('audit-entries', { ...must(row, 'row'), id: taken.id }),
    )
    await expect(about(id)).rejects.toThrow()
    expect(await waiting()).toEqual(before)
    await log.app.storage.transaction(({ records }) => records.remove('audit-entries', { id: taken.id }))
    expect(await about(id)).toHaveLength(1)
  })

  it('do not block reads of other entries while the log cannot be written', async () => {
    const id = await make('Before')
    expect(await about(id)).toHaveLength(1)
    const later = await make('After')
    const full = new QuireError('unavailable', 'There is no room.')
    const transaction = vi.spyOn(log.app.storage, 'transaction').mockRejectedValue(full)
    try {
      expect([await about(id), await about(later)]).toMatchObject([[{ documentId: id }], []])
      await expect(log.app.local.asSystem().plugin(auditClient).verify()).rejects.toThrow('no room')
    } finally {
      transaction.mockRestore()
    }
    expect(await about(later)).toHaveLength(1)
  })

  it('exist if their change was committed, and contain no secret', async () => {
    await log.entries()
    await expect(make('Refused')).rejects.toMatchObject({ code: 'conflict' })
    expect(await waiting()).toEqual([])
    await log.app.local.asSystem().collection('posts').create({ secret: 'a hidden one' })
    await log.user('Ann', { phone: '555-1234' })
    const text = JSON.stringify(await waiting())
    expect(text).toContain('auth.login')
    expect(text).not.toMatch(new RegExp(`a hidden one|555-1234|${PASSWORD}`))
  })

  it('are erased with the others', async () => {
    const bob = await log.user('Forgotten')
    expect(JSON.stringify(await waiting())).toContain('Forgotten')
    await forget(log.app, { collection: 'users', id: bob.id })
    expect(JSON.stringify([await waiting(), await log.entries()])).not.toContain('Forgotten')
  })

  it('never block the following ones from being settled', async () => {
    const long = `${'é'.repeat(3_000)}\u0000`
    await forget(log.app, { collection: 'users', id: long })
    const id = await make('Behind')
    expect(await about(id)).toHaveLength(1)
    const [told] = (await log.entries({ action: { equals: 'forget' } })).slice(-1)
    expect(long).toContain(must(told?.documentId, 'id'))
  })

  it('survive their instance', async () => {
    await log.entries()
    const third = await log.start()
    const id = await make('Last words', third)
    await third.close()
    const fourth = await log.start()
    expect(await waiting()).toHaveLength(1)
    const shipped: string[] = []
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => shipped.push(String(text)) > 0)
    await fourth.runJobs().finally(() => spy.mockRestore())
    expect(await waiting()).toEqual([])
    expect(shipped.join('').split(id)).toHaveLength(2)
    expect(await about(id, fourth)).toHaveLength(1)
    await fourth.close()
  })
})
