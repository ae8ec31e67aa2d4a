import { docOf, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'
import { jobOf } from './magazine.ts'

const HOUR = 3_600_000
const everybody = () => true
const access = {
  read: everybody,
  readDrafts: everybody,
  create: everybody,
  update: everybody,
  publish: everybody,
  delete: everybody,
}

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  changes: true,
  collections: {
    pages: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true, localized: true }),
        code: f.text({ unique: true }),
        key: f.text({ unique: true }),
        price: f.number({
          validate: ({ value, next }) => (next['code'] === 'odd' && value === 7 ? 'No odd prices.' : true),
        }),
        rows: f.array({ minRows: 1, fields: { text: f.text({ required: true }) } }),
      },
      access,
    }),
  },
  globals: {
    site: global({
      versions: { drafts: { schedule: true } },
      fields: { name: f.text({ required: true }) },
      access: { read: everybody, readDrafts: everybody, update: everybody, publish: everybody },
    }),
  },
})

const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
const statements: string[] = []
const setup = {
  config,
  clock: () => new Date(time.now),
  jobs: false,
  onStatement: (sql: string) => void statements.push(sql),
}

interface Issue {
  readonly code: string
  readonly path: string
}

function issuesOf(answer: TestResponse): readonly Issue[] {
  return (answer.body as { error: { issues: readonly Issue[] } }).error.issues
}

onEachDatabase('issues of a scheduled publication', setup, (app) => {
  const pages = '/api/collections/pages'
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  const create = async (data: object) => docOf(await app().request('POST', pages, { body: data })).id
  const schedule = (id: string, body: object = {}, runAt = time.now + HOUR) =>
    app().request('POST', `${pages}/${id}/schedule`, { body: { runAt: at(runAt), ...body } })
  const listed = async (path: string) => (await app().request('GET', path)).body
  const count = (documentId: string) => app().app.storage.reader.records.count('jobs', { documentId })
  const broken = { rows: [{ text: 'A' }, {}] }

  beforeEach(() => void (statements.length = 0))

  it('are returned as publishing would report them, and disappear when they are fixed', async () => {
    const id = await create(broken)
    const refused = issuesOf(await app().request('POST', `${pages}/${id}/publish`))
    const told = refused.map(({ code, path }) => `${path}: ${code}`)
    expect(told.toSorted()).toEqual(['rows.1.text: required', 'title: required'])
    const answer = await schedule(id)
    expect([answer.status, answer.body.doc.issues]).toEqual([201, refused])
    expect(answer.body.doc).toMatchObject({ status: 'pending', error: null })
    const [own, planned, all, start] = await Promise.all(
      [`${pages}/${id}/schedule`, `${pages}/schedule`, '/api/schedule', '/api/start'].map(listed),
    )
    for (const { issues } of [own.docs[0], planned.docs[0], all.results[0], start.planned[0]])
      expect(issues).toEqual(refused)
    await app().request('PATCH', `${pages}/${id}`, { body: { title: 'Done' } })
    const half = (await listed(`${pages}/${id}/schedule`)).docs[0].issues
    expect(half.map(({ path }: Issue) => path)).toEqual(['rows.1.text'])
    await app().request('PATCH', `${pages}/${id}`, { body: { rows: [{ text: 'A' }] } })
    for (const path of [`${pages}/${id}/schedule`, `${pages}/schedule`])
      expect((await listed(path)).docs[0].issues).toEqual([])
    expect((await listed('/api/schedule')).results[0].issues).toEqual([])
  })

  it('include those of field validators, which get the whole document', async () => {
    const id = await create({ title: 'A', rows: [{ text: 'A' }], price: 7 })
    expect((await schedule(id)).body.doc.issues).toEqual([])
    // The field's own validation passed when the price was written; publishing validates the whole document.
    const other = await create({ title: 'A', rows: [{ text: 'A' }], price: 7 })
    await app().request('PATCH', `${pages}/${other}`, { body: { code: 'odd' } })
    const { issues } = jobOf(await schedule(other)) as unknown as { issues: readonly Issue[] }
    expect(issues).toMatchObject([{ code: 'custom', path: 'price' }])
    expect(issuesOf(await app().request('POST', `${pages}/${other}/publish`))).toEqual(issues)
  })

  it('are 422 with strict, which stores nothing', async () => {
    let { next } = await listed('/api/changes')
    const id = await create(broken)
    const first = jobOf(await schedule(id)).id
    const refused = issuesOf(await app().request('POST', `${pages}/${id}/publish`))
    // On PostgreSQL, a change enters the feed once no earlier one can precede it.
    const lastOfDocument = async () => {
      const page = await listed(`/api/changes?after=${next}`)
      next = page.next
      return page.changes.findLast(({ documentId }: { documentId: string }) => documentId === id)?.event as unknown
    }
    await expect.poll(lastOfDocument).toBe('document.scheduled')
    const strict = await schedule(id, { strict: true, replaces: first }, time.now + 2 * HOUR)
    expect([strict.status, strict.body.error.code]).toEqual([422, 'validation'])
    expect(issuesOf(strict)).toEqual(refused)
    expect(await count(id)).toBe(1)
    expect((await listed(`${pages}/${id}/schedule`)).docs).toMatchObject([{ id: first, status: 'pending' }])
    expect((await listed(`/api/changes?after=${next}`)).changes).toEqual([])
    await app().request('PATCH', `${pages}/${id}`, { body: { title: 'Done', rows: [{ text: 'A' }] } })
    expect((await schedule(id, { strict: true })).status).toBe(201)
    expect((await schedule(id, { strict: false }, time.now + 2 * HOUR)).status).toBe(201)
    const wrong = await schedule(id, { strict: 'yes' })
    expect([wrong.status, issuesOf(wrong).map(({ path }) => path)]).toEqual([422, ['strict']])
  })

  it('are not reported for an unpublication', async () => {
    const id = await create({ title: 'A', rows: [{ text: 'A' }] })
    await app().request('POST', `${pages}/${id}/publish`)
    await app().request('PATCH', `${pages}/${id}`, { body: { title: null } })
    const answer = await schedule(id, { action: 'unpublish', strict: true })
    expect([answer.status, answer.body.doc.issues]).toEqual([201, []])
    expect((await schedule(id, {}, time.now + 2 * HOUR)).body.doc.issues).toHaveLength(1)
    const { docs } = await listed(`${pages}/${id}/schedule`)
    const told = docs.map(({ action, issues }: { action: string; issues: readonly Issue[] }) => [action, issues.length])
    expect(told).toEqual([
      ['publish', 1],
      ['unpublish', 0],
    ])
  })

  it('cost the same number of statements for a page as for one action', async () => {
    const asked = async (path: string) => {
      statements.length = 0
      const body = await listed(path)
      return { body, count: statements.length }
    }
    const make = (number: number) => create({ ...broken, code: `c${number}`, key: `k${number}` })
    for (let number = 0; number < 2; number += 1) await schedule(await make(number))
    await listed(`${pages}/schedule`)
    const few = await asked(`${pages}/schedule`)
    for (let number = 2; number < 25; number += 1) await schedule(await make(number))
    await listed(`${pages}/schedule?limit=25`)
    const many = await asked(`${pages}/schedule?limit=25`)
    expect([few.body.docs.length, many.body.docs.length]).toEqual([2, 25])
    for (const { issues } of many.body.docs) expect(issues).toHaveLength(2)
    expect(many.count).toBe(few.count)
    const id = few.body.docs[0].documentId
    const once = await asked(`${pages}/${id}/schedule`)
    for (let hours = 2; hours < 12; hours += 1) await schedule(id, {}, time.now + hours * HOUR)
    expect((await asked(`${pages}/${id}/schedule?limit=25`)).count).toBe(once.count)
  })

  it('are reported for globals, in process as well', async () => {
    const { site } = app().app.local.globals
    const job = await site.schedule({ runAt: at(time.now + HOUR) })
    expect(job.issues).toMatchObject([{ code: 'required', path: 'name' }])
    await expect(site.schedule({ runAt: at(time.now + 2 * HOUR), strict: true })).rejects.toMatchObject({
      code: 'validation',
      issues: job.issues,
    })
    expect((await listed('/api/globals/site/schedule')).docs).toMatchObject([{ id: job.id, issues: job.issues }])
    expect((await listed('/api/schedule')).results).toMatchObject([{ global: 'site', issues: job.issues }])
    await site.update({ name: 'Here' })
    expect((await site.scheduled()).docs).toMatchObject([{ issues: [] }])
    await site.cancelScheduled(job.id)
    expect((await site.scheduled()).docs).toMatchObject([{ status: 'cancelled', issues: [] }])
  })
})
