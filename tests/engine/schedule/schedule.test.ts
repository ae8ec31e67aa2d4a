import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { codeOf, jobOf, magazine, signUp } from './magazine.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const NOTHING = '01890000-0000-7000-8000-000000000000'
const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }

/** Tests control clock and queue. */
const setup = { config: magazine, clock: () => new Date(time.now), jobs: false }

onEachDatabase('scheduled publication', setup, (app) => {
  const articles = '/api/collections/articles'
  const system = () =>
    app().local.asSystem().collections['articles'] as never as {
      create(data: object): Promise<{ id: string }>
      update(id: string, data: object): Promise<object>
      publish(id: string): Promise<object>
      delete(id: string): Promise<object>
      restoreDeleted(id: string): Promise<object>
      deletePermanent(id: string): Promise<object>
    }
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  const draft = async (data: object = { title: 'Draft' }) => (await system().create(data)).id
  const schedule = (id: string, runAt: unknown, as: object = {}) =>
    app().request('POST', `${articles}/${id}/schedule`, { body: { runAt }, ...as })
  const list = (id: string, as: object, query = '') => app().request('GET', `${articles}/${id}/schedule${query}`, as)
  const cancel = (id: string, job: string, as: object = {}) =>
    app().request('DELETE', `${articles}/${id}/schedule/${job}`, as)
  const jobs = async (id: string, as: object) => (await list(id, as)).body.docs
  const read = async (id: string) => docOf(await app().request('GET', `${articles}/${id}`))
  const runJobs = () => app().app.runJobs()

  it('a job waits, publishes the newest content at that time, and stores its result', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    const runAt = time.now + HOUR
    const answer = await schedule(id, at(runAt).replace('.000Z', '+00:00'), editor)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBeNull()
    const job = {
      id: jobOf(answer).id,
      collection: 'articles',
      documentId: id,
      action: 'publish',
      runAt: at(runAt),
      status: 'pending',
      revision: 1,
      createdAt: at(time.now),
      createdBy: { collection: 'users', id: editor.id },
      startedAt: null,
      finishedAt: null,
      attempts: 0,
      error: null,
      issues: [],
    }
    expect(answer.body).toEqual({ doc: job })
    expect((await list(id, editor)).body).toMatchObject({ docs: [job], pagination: { totalDocs: 1, page: 1 } })
    // Scheduling changes nothing, and the draft may change until it runs.
    expect(await read(id)).toMatchObject({ revision: 1, _status: 'draft' })
    await system().update(id, { title: 'Final' })
    time.now = runAt - 1
    await runJobs()
    expect(await read(id)).toMatchObject({ revision: 2, _status: 'draft', _publishedRevision: null })
    app().events.length = 0
    time.now = runAt
    await runJobs()
    expect(await read(id)).toMatchObject({ title: 'Final', revision: 3, _status: 'published', _publishedRevision: 3 })
    expect(app().events).toMatchObject([{ event: 'document.published', actor: { id: editor.id } }])
    const done = { ...job, status: 'completed', startedAt: at(runAt), finishedAt: at(runAt), attempts: 1 }
    expect(await jobs(id, editor)).toEqual([done])
    await runJobs()
    expect(await read(id)).toMatchObject({ revision: 3 })
  })

  it('lists upcoming actions of a collection, soonest first, to users who may publish', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const reader = await signUp(app(), 'reader')
    const [late, soon] = [await draft({ title: 'Late', author: author.id }), await draft({ title: 'Soon' })]
    await schedule(late, at(time.now + 2 * HOUR), editor)
    await schedule(soon, at(time.now + HOUR), editor)
    const off = await schedule(soon, at(time.now + 3 * HOUR), editor)
    await cancel(soon, jobOf(off).id, editor)
    const planned = async (as: object, query = '') => {
      const { body } = await app().request('GET', `${articles}/schedule${query}`, as)
      return [body.docs.map((job: { documentId: string }) => job.documentId), body.pagination.totalDocs]
    }
    expect(await planned(editor)).toEqual([[soon, late], 2])
    expect(await planned(editor, '?limit=1&page=2')).toEqual([[late], 2])
    const from = encodeURIComponent(at(time.now + 2 * HOUR))
    expect(await planned(editor, `?from=${from}`)).toEqual([[late], 1])
    expect(await planned(editor, `?until=${from}`)).toEqual([[soon], 1])
    expect(codeOf(await app().request('GET', `${articles}/schedule?from=now`, editor))).toEqual([400, 'invalid_query'])
    expect(await planned(author)).toEqual([[late], 1])
    expect(codeOf(await app().request('GET', `${articles}/schedule`, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await app().request('GET', `${articles}/schedule`))).toEqual([401, 'unauthenticated'])
    await system().delete(soon)
    expect(await planned(editor)).toEqual([[late], 1])
    await system().delete(late)
  })

  it('runs with the rights that its creator has at that time', async () => {
    const system2 = app().local.asSystem().collection('users')
    const author = await signUp(app(), 'author')
    const gone = await signUp(app(), 'editor')
    const own = await draft({ title: 'Own', author: author.id })
    const lost = await draft({ title: 'Lost', author: author.id })
    const orphan = await draft()
    for (const id of [own, lost]) await schedule(id, at(time.now + SECOND), author)
    await schedule(orphan, at(time.now + SECOND), gone)
    await system().update(lost, { author: 'somebody' })
    await system2.delete(gone.id)
    for (const wait of [SECOND, SECOND, 5 * SECOND, 60 * SECOND]) {
      time.now += wait
      await runJobs()
    }
    expect([(await read(own))._status, (await read(lost))._status, (await read(orphan))._status]).toEqual([
      'published',
      'draft',
      'draft',
    ])
    const editor = await signUp(app(), 'editor')
    expect(await jobs(lost, editor)).toMatchObject([{ status: 'failed', attempts: 3, error: { code: 'forbidden' } }])
    expect(await jobs(orphan, editor)).toMatchObject([{ status: 'failed', attempts: 3, error: { code: 'forbidden' } }])
  })

  it('a publication runs with the rights of its scheduler, such as an anonymous caller or the system', async () => {
    const anyones = app().local.asSystem().collection('anyones')
    const { id } = (await anyones.create({ text: 'A' })) as { id: string }
    const path = `/api/collections/anyones/${id}`
    const answer = await app().request('POST', `${path}/schedule`, { body: { runAt: at(time.now + SECOND) } })
    expect(jobOf(answer)).toMatchObject({ createdBy: null })
    const { id: article } = await system().create({ title: 'By the system' })
    await app()
      .app.local.asSystem()
      .collections.articles.schedule(article, { runAt: new Date(time.now + SECOND) })
    time.now += SECOND
    await runJobs()
    expect(docOf(await app().request('GET', path))).toMatchObject({ _status: 'published' })
    expect(await read(article)).toMatchObject({ _status: 'published' })
  })

  it('an incomplete draft is attempted three times, and can be fixed meanwhile', async () => {
    const editor = await signUp(app(), 'editor')
    const broken = await draft({})
    const mended = await draft({})
    for (const id of [broken, mended]) await schedule(id, at(time.now + SECOND), editor)
    time.now += SECOND
    await runJobs()
    const issues = [{ code: 'required', path: 'title' }]
    const waiting = { status: 'pending', attempts: 1, error: { code: 'validation', issues }, finishedAt: null }
    expect(await jobs(broken, editor)).toMatchObject([waiting])
    await system().update(mended, { title: 'Mended' })
    time.now += SECOND
    await runJobs()
    expect(await jobs(mended, editor)).toMatchObject([{ status: 'completed', attempts: 2, error: null }])
    expect(await read(mended)).toMatchObject({ _status: 'published' })
    time.now += 5 * SECOND
    await runJobs()
    expect(await jobs(broken, editor)).toMatchObject([{ status: 'failed', attempts: 3, error: { code: 'validation' } }])
    expect(await read(broken)).toMatchObject({ _status: 'draft', revision: 1 })
  })

  it('ignores locks when due, but cannot be scheduled while another user holds the lock', async () => {
    const editor = await signUp(app(), 'editor')
    const other = await signUp(app(), 'editor')
    const id = await draft()
    await schedule(id, at(time.now + SECOND), editor)
    await app().request('POST', `${articles}/${id}/lock`, other)
    expect(codeOf(await schedule(id, at(time.now + SECOND), editor))).toEqual([409, 'locked'])
    expect(codeOf(await app().request('POST', `${articles}/${id}/publish`, editor))).toEqual([409, 'locked'])
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'published' })
  })

  it('an already live document is a success', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    await schedule(id, at(time.now + SECOND), editor)
    await system().publish(id)
    time.now += SECOND
    await runJobs()
    expect(await jobs(id, editor)).toMatchObject([{ status: 'completed', attempts: 1, error: null }])
    expect(await read(id)).toMatchObject({ revision: 2 })
  })

  it('can be cancelled until it runs', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    const other = await draft()
    const first = jobOf(await schedule(id, at(time.now + SECOND), editor)).id
    const second = jobOf(await schedule(id, at(time.now + 2 * SECOND), editor)).id
    expect(codeOf(await cancel(other, first, editor))).toEqual([404, 'not_found'])
    for (const nothing of [NOTHING, 'nonsense']) {
      expect(codeOf(await cancel(id, nothing, editor))).toEqual([404, 'not_found'])
    }
    const cancelled = await cancel(id, first, editor)
    expect([cancelled.status, cancelled.body]).toEqual([200, { id: first, cancelled: true }])
    expect(codeOf(await cancel(id, first, editor))).toEqual([409, 'invalid_state'])
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'draft' })
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'published' })
    expect(codeOf(await cancel(id, second, editor))).toEqual([409, 'invalid_state'])
    expect(await jobs(id, editor)).toMatchObject([
      { id: second, status: 'completed' },
      { id: first, status: 'cancelled', finishedAt: at(time.now - 2 * SECOND) },
    ])
  })

  it('can replace another scheduled action, atomically', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    const other = await draft()
    const first = jobOf(await schedule(id, at(time.now + 5 * SECOND), editor)).id
    const elsewhere = jobOf(await schedule(other, at(time.now + HOUR), editor)).id
    const replace = (runAt: string, replaces: string, more: object = {}) =>
      app().request('POST', `${articles}/${id}/schedule`, { ...editor, body: { runAt, replaces, ...more } })
    for (const unknown of [elsewhere, NOTHING])
      expect(codeOf(await replace(at(time.now + SECOND), unknown))).toEqual([404, 'not_found'])
    // It would have no effect, so nothing is cancelled either.
    expect(codeOf(await replace(at(time.now + SECOND), first, { action: 'unpublish' }))).toEqual([409, 'invalid_state'])
    expect(codeOf(await replace(at(time.now - SECOND), first))).toEqual([422, 'validation'])
    expect(await jobs(id, editor)).toMatchObject([{ id: first, status: 'pending' }])
    const moved = jobOf(await replace(at(time.now + HOUR), first))
    expect(await jobs(id, editor)).toMatchObject([
      { id: moved.id, status: 'pending', runAt: at(time.now + HOUR) },
      { id: first, status: 'cancelled' },
    ])
    expect(codeOf(await replace(at(time.now + HOUR), first))).toEqual([409, 'invalid_state'])
    time.now += 5 * SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'draft' })
    time.now += HOUR
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'published' })
  })

  it('is cancelled when its document is deleted, and stays cancelled when that is restored', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    await schedule(id, at(time.now + SECOND), editor)
    await app().request('DELETE', `${articles}/${id}`, editor)
    expect(codeOf(await list(id, editor))).toEqual([404, 'not_found'])
    await system().restoreDeleted(id)
    time.now += SECOND
    await runJobs()
    expect(await jobs(id, editor)).toMatchObject([{ status: 'cancelled' }])
    expect(await read(id)).toMatchObject({ _status: 'draft' })
    await system().delete(id)
    await system().deletePermanent(id)
    expect(await app().app.storage.reader.records.count('jobs', { documentId: id })).toBe(0)
  })

  it('accepts only a time in the future', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    for (const [runAt, code] of [
      [at(time.now - 1), 'min'],
      [at(time.now), 'min'],
      ['tomorrow', 'format'],
      ['2026-02-30T12:00:00Z', 'format'],
      [7, 'type'],
    ] as const) {
      const answer = await schedule(id, runAt, editor)
      expect(codeOf(answer)).toEqual([422, 'validation'])
      expect(answer.body.error.issues).toMatchObject([{ code, path: 'runAt' }])
    }
    const more = await app().request('POST', `${articles}/${id}/schedule`, {
      ...editor,
      body: { runAt: at(time.now + HOUR), x: 1 },
    })
    expect(codeOf(more)).toEqual([422, 'validation'])
    expect(codeOf(await app().request('POST', `${articles}/${id}/schedule`, { ...editor, body: {} }))).toEqual([
      422,
      'validation',
    ])
    expect(await jobs(id, editor)).toEqual([])
    for (const query of ['?limit=0', '?limit=101', '?sort=runAt', '?page=x']) {
      expect(codeOf(await list(id, editor, query))).toEqual([400, 'invalid_query'])
    }
  })

  it('honours If-Match, and is only for drafts', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    const withRevision = (revision: string) => ({ headers: { ...editor.headers, 'if-match': revision } })
    expect(codeOf(await schedule(id, at(time.now + SECOND), withRevision('7')))).toEqual([409, 'revision_conflict'])
    expect((await schedule(id, at(time.now + SECOND), withRevision('"1"'))).status).toBe(201)
    const live = await draft()
    await system().publish(live)
    expect(codeOf(await schedule(live, at(time.now + SECOND), editor))).toEqual([409, 'invalid_state'])
    await system().update(live, { title: 'Changed' })
    expect((await schedule(live, at(time.now + SECOND), editor)).status).toBe(201)
  })

  it('needs the right to publish', async () => {
    const id = await draft({ title: 'A', author: 'somebody' })
    const reader = await signUp(app(), 'reader')
    const author = await signUp(app(), 'author')
    const editor = await signUp(app(), 'editor')
    const job = jobOf(await schedule(id, at(time.now + SECOND), editor)).id
    for (const call of [
      (as: object) => schedule(id, at(time.now + SECOND), as),
      (as: object) => list(id, as),
      (as: object) => cancel(id, job, as),
    ]) {
      expect(codeOf(await call({}))).toEqual([401, 'unauthenticated'])
      expect(codeOf(await call(reader))).toEqual([403, 'forbidden'])
      expect(codeOf(await call(author))).toEqual([403, 'forbidden'])
    }
    expect(codeOf(await schedule(NOTHING, at(time.now + SECOND), editor))).toEqual([404, 'not_found'])
    expect(await jobs(id, editor)).toMatchObject([{ status: 'pending' }])
    const can = async (as: object) => {
      const { body } = await app().request('POST', '/api/access/collections/articles', { ...as, body: { id } })
      return body.operations.schedule
    }
    expect([await can(editor), await can(author)]).toEqual([true, false])
  })

  it('a document has at most 100 pending actions, and pages show them all', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    for (let number = 1; number <= 100; number += 1) {
      await app()
        .app.local.asSystem()
        .collections.articles.schedule(id, { runAt: at(time.now + number * HOUR) })
    }
    expect(codeOf(await schedule(id, at(time.now + HOUR), editor))).toEqual([409, 'conflict'])
    const { body } = await list(id, editor, '?page=2&limit=60')
    expect(body.docs).toHaveLength(40)
    expect(body.pagination).toMatchObject({ totalDocs: 100, totalPages: 2, hasNextPage: false })
  })

  it('finished actions are deleted after a month', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    await schedule(id, at(time.now + SECOND), editor)
    time.now += SECOND
    await runJobs()
    time.now += 30 * 24 * HOUR
    await runJobs()
    const kept = () => app().app.storage.reader.records.count('jobs', { documentId: id })
    expect(await kept()).toBe(1)
    time.now += 1
    await runJobs()
    expect(await kept()).toBe(0)
  })

  it('exists only for collections with drafts, and for globals that enable it', async () => {
    const { body } = await app().request('GET', '/api/openapi.json')
    const paths = Object.keys(body.paths as object).filter((path) => path.includes('/schedule'))
    expect(paths.toSorted()).toEqual([
      '/api/collections/anyones/schedule',
      '/api/collections/anyones/{id}/schedule',
      '/api/collections/anyones/{id}/schedule/{jobId}',
      '/api/collections/articles/schedule',
      '/api/collections/articles/{id}/schedule',
      '/api/collections/articles/{id}/schedule/{jobId}',
      '/api/globals/site/schedule',
      '/api/globals/site/schedule/{jobId}',
      '/api/schedule',
    ])
    const editor = await signUp(app(), 'editor')
    const { id } = (await app().local.asSystem().collection('notes').create({ text: 'A' })) as { id: string }
    const answer = await app().request('POST', `/api/collections/notes/${id}/schedule`, { ...editor, body: {} })
    expect(codeOf(answer)).toEqual([404, 'not_found'])
    for (const slug of ['plain', 'unplanned']) {
      const { operations } = must(app().manifest.globals[slug], slug)
      for (const name of ['schedule', 'scheduled', 'cancelScheduled']) expect(operations).not.toHaveProperty(name)
      const path = `/api/globals/${slug}/schedule`
      for (const [method, at2] of [
        ['GET', path],
        ['POST', path],
        ['DELETE', `${path}/${NOTHING}`],
      ] as const) {
        const there = await app().request(method, at2, { ...editor, ...(method === 'POST' && { body: {} }) })
        const unknown = await app().request(method, at2.replace('schedule', 'nothing'), editor)
        expect([there.status, there.body.error.code]).toEqual([404, 'not_found'])
        expect(there.status).toBe(unknown.status)
      }
      expect(() => app().local.asSystem().globals[slug]?.['schedule']).toThrow('has no method "schedule"')
    }
    const { manifest: schema } = (await app().request('GET', '/api/schema', editor)).body as {
      manifest: { globals: Record<string, { operations: readonly string[] }> }
    }
    expect(schema.globals['unplanned']?.operations).toContain('publish')
    expect(schema.globals['unplanned']?.operations).not.toContain('schedule')
    expect(schema.globals['site']?.operations).toContain('schedule')
  })
})
