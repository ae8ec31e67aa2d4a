// @module-tag release
import { createTestDatabase, must } from '@quirecms/testkit'
import { Client } from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { AppFolder } from '../cli/quire-process.ts'
import { startPgBouncer } from '../../setup/pgbouncer.ts'
import { testWith } from '../../setup/programs.ts'
import { blockOf } from '../../engine/docs/page-blocks.ts'

/** A public application. The job records each completed task. */
const config = (pooler: string) => `
  import { collection, defineConfig, f, job } from 'quirecms'
  const everybody = () => true
  const access = { read: everybody, create: everybody, update: everybody, delete: everybody, publish: everybody, readDrafts: everybody }
  export default defineConfig({
    database: { dialect: 'postgres', url: process.env.DATABASE_URL, poolSize: 10, ${pooler} },
    changes: true,
    server: { rateLimit: false },
    jobs: {
      note: job({
        input: { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } },
        run: ({ input, complete }) => complete((own) => own.asSystem().collection('done').create({ number: input.number })),
      }),
    },
    collections: {
      posts: collection({ fields: { title: f.text({ required: true, index: true }), slug: f.text({ unique: true }) }, versions: { drafts: true }, trash: true, search: { fields: ['title'] }, access }),
      done: collection({ fields: { number: f.number() }, access }),
    },
  })`

const QUEUE = `export default async ({ app, args: [count = '0'] }) => {
  for (let number = 0; number < Number(count); number += 1) await app.local.asSystem().jobs.note({ number })
}`

/** PgBouncer with the settings of the page, in front of an empty database. */
async function behindPgBouncer(): Promise<{ readonly url: string; readonly direct: string }> {
  const created = await createTestDatabase('postgres', inject('postgresUrl'))
  const direct = must('url' in created.config ? created.config.url : undefined, 'url')
  const name = new URL(direct).pathname.slice(1)
  const pgbouncer = await startPgBouncer(direct, ({ server, port, userList }) => {
    const block = blockOf('docs/operating.md', ['ini'], 'pool_mode')
      .replace('host=10.0.0.5 dbname=site', `${server} dbname=${name}`)
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('/etc/pgbouncer/userlist.txt', userList)
    return `${block}\nunix_socket_dir =\n`
  })
  onTestFinished(async () => {
    await pgbouncer.stop()
    await created.remove()
  })
  return { url: pgbouncer.urlOf('site'), direct }
}

interface Page {
  readonly docs: readonly { readonly id: string; readonly title: string; readonly number: number }[]
  readonly pagination: { readonly totalDocs: number }
}

testWith(
  'pgbouncer',
  'the service works behind PgBouncer, with what the page says',
  async () => {
    const { url, direct } = await behindPgBouncer()
    const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' }
    const folder = await AppFolder.create({ 'quire.config.ts': config(''), 'queue.ts': QUEUE })
    const untold = await folder.run(['migrate'], { env })
    expect([untold.code, untold.stderr]).toEqual([1, expect.stringContaining(`pooler: 'transaction'`)])

    await folder.write('quire.config.ts', config(`pooler: 'transaction'`))
    expect(await folder.run(['migrate'], { env })).toMatchObject({ code: 0 })
    const instances = [
      await folder.serve(['start', '--port', '0'], { env }),
      await folder.serve(['start', '--port', '0'], { env }),
    ].map(({ address }) => address)
    const [one = '', other = ''] = instances
    const send = async (at: string, method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${at}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json().catch(() => null)) as { doc: { id: string } } }
    }
    const list = async (at: string, query: string) =>
      (await (await fetch(`${at}/api/collections/${query}`)).json()) as Page

    // A client of one instance follows changes of the other.
    const following = new AbortController()
    onTestFinished(() => following.abort())
    const stream = await fetch(`${one}/api/changes/stream?collections=posts`, { signal: following.signal })
    let told = ''
    const reading = (async () => {
      for await (const bytes of stream.body ?? []) told += Buffer.from(bytes).toString()
    })().catch(() => undefined)
    await expect.poll(() => told).toContain('event: ready')

    // Concurrent writes of both instances: each slug is unique, and none is lost.
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    const made = await Promise.all(
      numbers.map((number) =>
        send(instances[number % 2] ?? '', 'POST', 'collections/posts', {
          title: `Post ${number}`,
          slug: `slug-${number % 50}`,
        }),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const ids = made.flatMap(({ status, body }) => (status === 201 ? [body.doc.id] : []))
    const published = await Promise.all(
      ids.map((id, at) => send(instances[at % 2] ?? '', 'POST', `collections/posts/${id}/publish`)),
    )
    expect(new Set(published.map(({ status }) => status))).toEqual(new Set([200]))
    for (const at of instances) {
      // Repeated statements would be prepared.
      for (let round = 0; round < 4; round += 1) {
        const where = encodeURIComponent(JSON.stringify({ title: { contains: 'Post' } }))
        const found = await list(at, `posts?where=${where}&sort=-title&limit=1`)
        expect(found.pagination.totalDocs).toBe(50)
      }
    }
    for (const id of ids) await expect.poll(() => told).toContain(id)
    following.abort()
    await reading

    // Each unit of work runs once, on whichever instance takes it.
    expect(await folder.run(['run', 'queue.ts', '12'], { env })).toMatchObject({ code: 0 })
    await expect.poll(async () => (await list(other, 'done?limit=1')).pagination.totalDocs).toBe(12)
    const done = (await list(one, 'done?limit=50')).docs.map(({ number }) => number)
    expect(done.toSorted((a, b) => a - b)).toEqual(numbers.slice(0, 12))

    // Each post has a working copy and a live copy.
    const backup = await folder.run(['backup', '--to', 'site.tar.zst'], { env })
    expect([backup.code, backup.stdout]).toEqual([0, expect.stringContaining('112 documents')])
    expect(await folder.run(['backup', 'verify', 'site.tar.zst'], { env })).toMatchObject({ code: 0 })
    expect(await folder.run(['doctor'], { env })).toMatchObject({ code: 0 })

    // The server has as many connections as the page says, without leftover state.
    const admin = new Client({ connectionString: direct })
    await admin.connect()
    onTestFinished(() => admin.end())
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(must(rows[0], 'count').count).toBeLessThanOrEqual(20)
    expect(must(rows[0], 'count').count).toBeGreaterThan(0)
    const pooled = new Client({ connectionString: url })
    await pooled.connect()
    onTestFinished(() => pooled.end())
    const left = await pooled.query<{ prepared: number; locks: number; listening: number }>(
      `select (select count(*) from pg_prepared_statements)::int as prepared,
        (select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()))::int as locks,
        (select count(*) from pg_listening_channels())::int as listening`,
    )
    expect(left.rows).toEqual([{ prepared: 0, locks: 0, listening: 0 }])
  },
  180_000,
)
