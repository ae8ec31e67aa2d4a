import { docOf, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { codeOf, type Job, jobOf, magazine, signUp } from './magazine.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }

/** Tests control clock and queue. */
const setup = { config: magazine, clock: () => new Date(time.now), jobs: false }
const articles = '/api/collections/articles'
const at = (milliseconds: number) => new Date(milliseconds).toISOString()

onEachDatabase('scheduled unpublication', setup, (app) => {
  const system = () => app().app.local.asSystem().collections.articles
  const draft = async (data = { title: 'Draft' }) => (await system().create(data)).id
  const live = async () => {
    const id = await draft()
    await system().publish(id)
    return id
  }
  const schedule = (id: string, action: unknown, runAt: number, as: object = {}) =>
    app().request('POST', `${articles}/${id}/schedule`, { body: { runAt: at(runAt), action }, ...as })
  const jobs = async (id: string): Promise<readonly Job[]> => (await system().scheduled(id)).docs
  const read = async (id: string) => docOf(await app().request('GET', `${articles}/${id}?draft=true`))
  const runJobs = () => app().app.runJobs()
  const states = async (id: string) => (await jobs(id)).map(({ action, status }) => [action, status])

  it('unpublishes at its time, with an event, and keeps the content as a draft', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await live()
    const answer = await schedule(id, 'unpublish', time.now + SECOND, editor)
    expect([answer.status, jobOf(answer)]).toMatchObject([
      201,
      { action: 'unpublish', status: 'pending', collection: 'articles', documentId: id, revision: 2 },
    ])
    expect(await read(id)).toMatchObject({ _status: 'published', revision: 2 })
    app().events.length = 0
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'draft', _publishedRevision: null, title: 'Draft', revision: 3 })
    expect(app().events).toMatchObject([{ event: 'document.unpublished', actor: { id: editor.id } }])
    expect(await states(id)).toEqual([['unpublish', 'completed']])
  })

  it('both can be scheduled, are listed together, and cancelled separately', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    const begin = jobOf(await schedule(id, 'publish', time.now + SECOND, editor))
    const end = jobOf(await schedule(id, 'unpublish', time.now + HOUR, editor))
    const again = jobOf(await schedule(id, 'publish', time.now + 2 * HOUR, editor))
    const { body } = await app().request('GET', `${articles}/schedule`, editor)
    expect(body.docs.map(({ id: one, action }: Job) => [one, action])).toEqual([
      [begin.id, 'publish'],
      [end.id, 'unpublish'],
      [again.id, 'publish'],
    ])
    time.now += SECOND
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'published' })
    const cancelled = await app().request('DELETE', `${articles}/${id}/schedule/${end.id}`, editor)
    expect(cancelled.body).toEqual({ id: end.id, cancelled: true })
    time.now += HOUR
    await runJobs()
    expect(await read(id)).toMatchObject({ _status: 'published' })
    expect(await states(id)).toEqual([
      ['publish', 'pending'],
      ['unpublish', 'cancelled'],
      ['publish', 'completed'],
    ])
    await system().delete(id)
    await system().restoreDeleted(id)
    expect((await states(id))[0]).toEqual(['publish', 'cancelled'])
  })

  it('overdue actions run in their scheduled order', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await draft()
    await schedule(id, 'publish', time.now + SECOND, editor)
    await schedule(id, 'unpublish', time.now + 2 * SECOND, editor)
    await schedule(id, 'publish', time.now + 3 * SECOND, editor)
    await schedule(id, 'unpublish', time.now + 4 * SECOND, editor)
    time.now += HOUR
    app().events.length = 0
    await runJobs()
    expect(app().events.map(({ event }) => event)).toEqual([
      'document.published',
      'document.unpublished',
      'document.published',
      'document.unpublished',
    ])
    expect(await read(id)).toMatchObject({ _status: 'draft', _publishedRevision: null })
  })

  it('an unpublication waits for the retries of a publication, but not for other documents', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const { id } = await system().create({ title: 'Own', author: author.id })
    const other = await live()
    await schedule(id, 'publish', time.now + SECOND, author)
    await schedule(id, 'unpublish', time.now + 1_500, author)
    await system().update(id, { author: 'somebody' })
    await schedule(other, 'unpublish', time.now + 1_500, editor)
    time.now += 1_500
    await runJobs()
    expect(await states(id)).toEqual([
      ['unpublish', 'pending'],
      ['publish', 'pending'],
    ])
    expect(await jobs(id)).toMatchObject([{ attempts: 0 }, { attempts: 1, error: { code: 'forbidden' } }])
    expect(await states(other)).toEqual([['unpublish', 'completed']])
    await system().update(id, { author: author.id })
    for (const wait of [SECOND, SECOND]) {
      time.now += wait
      await runJobs()
    }
    expect(await states(id)).toEqual([
      ['unpublish', 'completed'],
      ['publish', 'completed'],
    ])
    expect(await read(id)).toMatchObject({ _status: 'draft', _publishedRevision: null, revision: 5 })
  })

  it('refuses actions without effect, and ambiguous ones', async () => {
    const editor = await signUp(app(), 'editor')
    const never = await draft()
    expect(codeOf(await schedule(never, 'unpublish', time.now + SECOND, editor))).toEqual([409, 'invalid_state'])
    await schedule(never, 'publish', time.now + HOUR, editor)
    // Before the publication, there is nothing to unpublish; at the same time, the order would be undefined.
    expect(codeOf(await schedule(never, 'unpublish', time.now + SECOND, editor))).toEqual([409, 'invalid_state'])
    expect(codeOf(await schedule(never, 'unpublish', time.now + HOUR, editor))).toEqual([409, 'conflict'])
    expect((await schedule(never, 'unpublish', time.now + HOUR + 1, editor)).status).toBe(201)
    expect(codeOf(await schedule(never, 'unpublish', time.now + HOUR + 2, editor))).toEqual([409, 'invalid_state'])
    const id = await live()
    expect(codeOf(await schedule(id, 'publish', time.now + HOUR, editor))).toEqual([409, 'invalid_state'])
    await schedule(id, 'unpublish', time.now + SECOND, editor)
    expect((await schedule(id, 'publish', time.now + HOUR, editor)).status).toBe(201)
    for (const action of ['delete', null, 7, ''])
      expect(codeOf(await schedule(id, action, time.now + HOUR, editor))).toEqual([422, 'validation'])
    const outdated = { headers: { ...editor.headers, 'if-match': '"1"' } }
    expect(codeOf(await schedule(id, 'unpublish', time.now + 2 * HOUR, outdated))).toEqual([409, 'revision_conflict'])
  })

  it('needs the right to publish, when it is scheduled and when it runs', async () => {
    const author = await signUp(app(), 'author')
    const foreign = await live()
    expect(codeOf(await schedule(foreign, 'unpublish', time.now + SECOND, author))).toEqual([403, 'forbidden'])
    expect(codeOf(await schedule(foreign, 'unpublish', time.now + SECOND))).toEqual([401, 'unauthenticated'])
    const { id } = await system().create({ title: 'Own', author: author.id })
    await system().publish(id)
    expect((await schedule(id, 'unpublish', time.now + SECOND, author)).status).toBe(201)
    await system().update(id, { author: 'somebody' })
    for (const wait of [SECOND, SECOND, 5 * SECOND]) {
      time.now += wait
      await runJobs()
    }
    expect(await jobs(id)).toMatchObject([{ status: 'failed', attempts: 3, error: { code: 'forbidden' } }])
    expect((await read(id))._publishedRevision).toBe(2)
    const { docs } = await app().app.local.asSystem().collections.articles.find({ draft: false })
    expect(docs.map((doc) => doc.id)).toContain(id)
  })

  it('a document that was unpublished by hand before is a success', async () => {
    const editor = await signUp(app(), 'editor')
    const id = await live()
    await schedule(id, 'unpublish', time.now + SECOND, editor)
    await system().unpublish(id)
    time.now += SECOND
    await runJobs()
    expect(await jobs(id)).toMatchObject([{ status: 'completed', attempts: 1, error: null }])
    expect(await read(id)).toMatchObject({ revision: 3 })
  })
})

onEachDatabase('schedules of globals', setup, (app) => {
  const site = '/api/globals/site'
  const system = () => app().app.local.asSystem().globals.site
  const runJobs = () => app().app.runJobs()

  it('publish and unpublish at their times', async () => {
    const editor = await signUp(app(), 'editor')
    await system().update({ name: 'Spring' })
    const plan = (action: string, runAt: number) =>
      app().request('POST', `${site}/schedule`, { ...editor, body: { runAt: at(runAt), action } })
    const begin = jobOf(await plan('publish', time.now + SECOND))
    const { revision } = await system().get()
    expect(begin).toEqual({
      id: begin.id,
      global: 'site',
      documentId: 'site',
      action: 'publish',
      runAt: at(time.now + SECOND),
      status: 'pending',
      revision,
      createdAt: at(time.now),
      createdBy: { collection: 'users', id: editor.id },
      startedAt: null,
      finishedAt: null,
      attempts: 0,
      error: null,
      issues: [],
    })
    const end = jobOf(await plan('unpublish', time.now + HOUR))
    const listed = await app().request('GET', `${site}/schedule`, editor)
    expect(listed.body.docs.map(({ id }: Job) => id).toSorted()).toEqual([begin.id, end.id].toSorted())
    time.now += SECOND
    app().events.length = 0
    await runJobs()
    expect(app().events).toMatchObject([{ event: 'global.published' }])
    expect(docOf(await app().request('GET', site))).toMatchObject({ name: 'Spring', _status: 'published' })
    const late = await app().request('DELETE', `${site}/schedule/${begin.id}`, editor)
    expect(codeOf(late)).toEqual([409, 'invalid_state'])
    time.now += HOUR
    await runJobs()
    expect(await system().get()).toMatchObject({ _status: 'draft', _publishedRevision: null })
    expect((await system().scheduled()).docs.map(({ action, status }) => [action, status])).toEqual([
      ['unpublish', 'completed'],
      ['publish', 'completed'],
    ])
    time.now += 31 * 24 * HOUR
    await runJobs()
    expect((await system().scheduled()).docs).toEqual([])
  })

  it('need the right to publish, and can be cancelled', async () => {
    const editor = await signUp(app(), 'editor')
    const reader = await signUp(app(), 'reader')
    await system().update({ name: 'Summer' })
    const job = await system().schedule({ runAt: new Date(time.now + SECOND) })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', `/${job.id}`],
    ] as const) {
      const body = method === 'POST' ? { runAt: at(time.now + SECOND) } : undefined
      const as = (headers: Record<string, string>) =>
        app().request(method, `${site}/schedule${path}`, { body, headers })
      expect(codeOf(await as({}))).toEqual([401, 'unauthenticated'])
      expect(codeOf(await as(reader.headers))).toEqual([403, 'forbidden'])
    }
    const can = async (as: object) => {
      const { body } = await app().request('POST', '/api/access/globals/site', { ...as, body: {} })
      return body.operations.schedule
    }
    expect([await can(editor), await can(reader)]).toEqual([true, false])
    expect(await system().cancelScheduled(job.id)).toEqual({ id: job.id, cancelled: true })
    time.now += SECOND
    await runJobs()
    expect(await system().get()).toMatchObject({ _status: 'draft' })
  })
})
