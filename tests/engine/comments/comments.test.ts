import { must, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { ARTICLES, asSystem, desk, discussion, NOTHING, outcome, signUp } from './desk.ts'

const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
const setup = { config: desk, clock: () => new Date(time.now), jobs: false, mailer: { send: async () => undefined } }

onEachDatabase('comments', setup, (app) => {
  const article = async (data: object = { title: 'Draft' }) => `${ARTICLES}/${(await asSystem(app()).create(data)).id}`

  it('are listed oldest first, with author, text and field, page by page', async () => {
    const ada = await signUp(app(), 'editor', 'Ada')
    const bob = await signUp(app(), 'editor', 'Bob')
    const { say, send, list } = discussion(app(), await article())
    const first = await say(ada, { body: 'Is this so?' })
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      thread: null,
      field: null,
      author: ada.mention,
      body: 'Is this so?',
      mentions: [],
      createdAt: new Date(time.now).toISOString(),
      editedAt: null,
      resolvedAt: null,
      resolvedBy: null,
    })
    time.now += 1000
    const answer = await say(bob, { body: 'Yes.\n<b>"Really"</b>', thread: first.id })
    time.now += 1000
    const second = await say(bob, {
      body: '題名 😀',
      field: 'title',
      mentions: [ada.mention, bob.mention, ada.mention],
    })
    expect(answer).toMatchObject({ thread: first.id, field: null, author: bob.mention })
    expect(second).toMatchObject({ thread: null, field: 'title', mentions: [ada.mention, bob.mention] })
    expect(await list(ada)).toEqual([first, answer, second])
    const page = await send(ada, 'GET', '?limit=2&page=2')
    expect(page.body).toMatchObject({ docs: [second], pagination: { totalDocs: 3, totalPages: 2, page: 2 } })
    expect(outcome(await send(ada, 'GET', '?limit=0'))).toEqual([400, 'invalid_query'])
    expect(outcome(await send(ada, 'GET', '?resolved=maybe'))).toEqual([400, 'invalid_query'])
  })

  it('are on existing fields at every depth, and on no others', async () => {
    const ada = await signUp(app(), 'editor')
    const path = await article()
    const { say, send } = discussion(app(), path)
    for (const field of ['title', 'seo', 'seo.title', 'rows', 'rows.text', 'blocks.quote.text', 'fee'])
      expect(await say(ada, { field })).toMatchObject({ field })
    for (const field of ['', 'nothing', 'title.more', 'rows.0.text', 'secret', 'id', '__proto__', 'constructor']) {
      const answer = await send(ada, 'POST', '', { body: 'Text', field })
      expect([field, answer.status, answer.body.error?.issues?.[0]?.path]).toEqual([field, 422, 'field'])
    }
  })

  it('are edited only by their author', async () => {
    const ada = await signUp(app(), 'editor')
    const bob = await signUp(app(), 'editor')
    const { say, send, list } = discussion(app(), await article())
    const { id } = await say(ada, { body: 'Tpyo', mentions: [bob.mention] })
    time.now += 1000
    const edited = await send(ada, 'PATCH', `/${id}`, { body: 'Typo' })
    expect(edited.body.doc).toMatchObject({
      body: 'Typo',
      mentions: [bob.mention],
      editedAt: new Date(time.now).toISOString(),
    })
    expect(outcome(await send(bob, 'PATCH', `/${id}`, { body: 'Mine' }))).toEqual([403, 'forbidden'])
    expect((await send(ada, 'PATCH', `/${id}`, { body: 'Typo', mentions: [] })).body.doc.mentions).toEqual([])
    expect(outcome(await send(ada, 'PATCH', `/${NOTHING}`, { body: 'No' }))).toEqual([404, 'not_found'])
    expect(outcome(await send(ada, 'PATCH', '/nothing', { body: 'No' }))).toEqual([404, 'not_found'])
    expect(outcome(await send(ada, 'PATCH', `/${id}`, { mentions: [] }))).toEqual([422, 'validation'])
    expect(await list(bob)).toMatchObject([{ body: 'Typo', author: ada.mention }])
    const other = discussion(app(), await article())
    expect(outcome(await other.send(ada, 'PATCH', `/${id}`, { body: 'No' }))).toEqual([404, 'not_found'])
    expect(outcome(await other.send(ada, 'DELETE', `/${id}`))).toEqual([404, 'not_found'])
    expect(outcome(await other.send(ada, 'POST', `/${id}/resolve`))).toEqual([404, 'not_found'])
    expect(outcome(await other.send(ada, 'POST', '', { body: 'No', thread: id }))).toEqual([422, 'validation'])
  })

  it('are resolved by thread, reopened, and reopened by a reply', async () => {
    const ada = await signUp(app(), 'editor')
    const bob = await signUp(app(), 'editor')
    const { say, send, list } = discussion(app(), await article())
    const first = await say(ada, { body: 'One', field: 'title' })
    const answer = await say(bob, { body: 'Two', thread: first.id })
    expect(answer.field).toBe('title')
    const other = await say(ada, { body: 'Other' })
    time.now += 1000
    const at = new Date(time.now).toISOString()
    // By any of its comments.
    const resolved = await send(bob, 'POST', `/${answer.id}/resolve`)
    expect(resolved.body.doc).toMatchObject({ id: answer.id, resolvedAt: at, resolvedBy: bob.mention })
    time.now += 1000
    expect((await send(ada, 'POST', `/${first.id}/resolve`)).body.doc).toMatchObject({
      resolvedAt: at,
      resolvedBy: bob.mention,
    })
    expect((await list(ada, '?resolved=true')).map(({ id }) => id)).toEqual([first.id, answer.id])
    expect((await list(ada, '?resolved=false')).map(({ id }) => id)).toEqual([other.id])
    expect((await send(ada, 'POST', `/${first.id}/reopen`)).body.doc).toMatchObject({
      resolvedAt: null,
      resolvedBy: null,
    })
    expect(await list(ada, '?resolved=true')).toEqual([])
    await send(ada, 'POST', `/${first.id}/resolve`)
    await say(bob, { body: 'Not yet', thread: first.id })
    expect(await list(ada, '?resolved=false')).toHaveLength(4)
    // Replies belong to the thread, not to another reply.
    const nested = await send(ada, 'POST', '', { body: 'No', thread: answer.id })
    expect([nested.status, nested.body.error.issues]).toMatchObject([422, [{ path: 'thread', code: 'not_found' }]])
    const both = await send(ada, 'POST', '', { body: 'No', thread: first.id, field: 'title' })
    expect([both.status, both.body.error.issues]).toMatchObject([422, [{ path: 'field' }]])
  })

  it('are deleted by their author until they have replies, and by callers who may delete the document', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const { id: documentId } = await asSystem(app()).create({ title: 'Mine', author: author.id })
    const { say, send, list } = discussion(app(), `${ARTICLES}/${documentId}`)
    const own = await say(author, { body: 'Own' })
    expect((await send(author, 'DELETE', `/${own.id}`)).body).toEqual({ id: own.id, deleted: true })
    expect(outcome(await send(author, 'DELETE', `/${own.id}`))).toEqual([404, 'not_found'])
    const first = await say(author, { body: 'One', mentions: [editor.mention] })
    const answer = await say(editor, { body: 'Two', thread: first.id, mentions: [author.mention] })
    expect(outcome(await send(author, 'DELETE', `/${answer.id}`))).toEqual([403, 'forbidden'])
    expect(outcome(await send(author, 'DELETE', `/${first.id}`))).toEqual([409, 'conflict'])
    expect(await list(author)).toHaveLength(2)
    expect((await send(editor, 'DELETE', `/${first.id}`)).status).toBe(200)
    expect(await list(author)).toEqual([])
    expect(await app().app.storage.reader.records.count('comment-mentions', { documentId })).toBe(0)
  })

  it('stay while their document is in the trash, and are deleted with it', async () => {
    const editor = await signUp(app(), 'editor')
    const { id } = await asSystem(app()).create({ title: 'Gone' })
    const { say, send, list } = discussion(app(), `${ARTICLES}/${id}`)
    const other = discussion(app(), await article())
    const kept = await other.say(editor, {})
    const comment = await say(editor, { mentions: [editor.mention] })
    await asSystem(app()).delete(id)
    expect(outcome(await send(editor, 'GET', ''))).toEqual([404, 'not_found'])
    expect(outcome(await send(editor, 'POST', '', { body: 'No' }))).toEqual([404, 'not_found'])
    await asSystem(app()).restoreDeleted(id)
    expect(await list(editor)).toEqual([comment])
    await asSystem(app()).delete(id)
    await asSystem(app()).deletePermanent(id)
    const { records } = app().app.storage.reader
    expect(await records.count('comments', { documentId: id })).toBe(0)
    expect(await records.count('comment-mentions', { documentId: id })).toBe(0)
    expect(await other.list(editor)).toEqual([kept])
  })

  it('do not change the document, and ignore its lock', async () => {
    const ada = await signUp(app(), 'editor')
    const bob = await signUp(app(), 'editor')
    const path = await article()
    const { say } = discussion(app(), path)
    await app().request('POST', `${path}/lock`, { headers: ada.headers })
    app().events.length = 0
    await say(bob, {})
    expect(app().events).toEqual([])
    const { body } = await app().request('GET', `${path}?draft=true`, { headers: bob.headers })
    expect(body.doc).toMatchObject({ revision: 1, updatedAt: body.doc.createdAt })
    expect(JSON.stringify(body)).not.toContain('Text')
  })

  it('exist for globals', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const { say, send, list } = discussion(app(), '/api/globals/site')
    const first = await say(author, { field: 'name', mentions: [editor.mention] })
    const answer = await say(editor, { thread: first.id })
    expect(await list(author)).toMatchObject([first, answer])
    expect((await send(author, 'PATCH', `/${first.id}`, { body: 'Better' })).body.doc.body).toBe('Better')
    expect((await send(author, 'POST', `/${first.id}/resolve`)).body.doc.resolvedBy).toEqual(author.mention)
    expect((await send(author, 'POST', `/${first.id}/reopen`)).body.doc.resolvedBy).toBeNull()
    expect((await send(author, 'GET', '/mentionable')).body.users).toHaveLength(2)
    // Globals cannot be deleted: callers who may update one moderate its comments.
    expect(outcome(await send(author, 'DELETE', `/${answer.id}`))).toEqual([403, 'forbidden'])
    expect((await send(editor, 'DELETE', `/${first.id}`)).status).toBe(200)
    expect(await list(author)).toEqual([])
  })

  it('are limited', async () => {
    const ada = await signUp(app(), 'editor')
    const { id } = await asSystem(app()).create({ title: 'Long' })
    const { send } = discussion(app(), `${ARTICLES}/${id}`)
    const issue = async (body: object) => {
      const answer = await send(ada, 'POST', '', body)
      return [answer.status, answer.body.error?.issues?.[0]?.path]
    }
    expect(await issue({ body: 'x'.repeat(5_000) })).toEqual([201, undefined])
    expect(await issue({ body: 'x'.repeat(5_001) })).toEqual([422, 'body'])
    for (const body of ['', ' \n\t ', 'nul\0', 7, null]) expect(await issue({ body })).toEqual([422, 'body'])
    expect(await issue({})).toEqual([422, 'body'])
    expect(await issue({ body: 'x', more: 1 })).toEqual([422, 'more'])
    const twenty = Array.from({ length: 20 }, () => ada.mention)
    expect(await issue({ body: 'x', mentions: twenty })).toEqual([201, undefined])
    expect(await issue({ body: 'x', mentions: [...twenty, ada.mention] })).toEqual([422, 'mentions'])
    expect(await issue({ body: 'x', thread: 'nothing' })).toEqual([422, 'thread'])
    // At most a thousand for each document.
    const row = must((await app().app.storage.reader.records.find('comments', { documentId: id }))[0], 'a comment')
    await app().app.storage.transaction(async ({ records }) => {
      for (let at = 2; at < 999; at += 1) {
        const next = NOTHING.replace(/0{4}$/, String(at).padStart(4, '0'))
        await records.insert('comments', { ...row, id: next, thread: next })
      }
    })
    const results = await Promise.all(Array.from({ length: 5 }, () => send(ada, 'POST', '', { body: 'Last?' })))
    expect(results.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409', '409'])
    expect(await app().app.storage.reader.records.count('comments', { documentId: id })).toBe(1_000)
    // Limits of documents are separate.
    const other = discussion(app(), await article())
    expect((await other.send(ada, 'POST', '', { body: 'First' })).status).toBe(201)
  })

  it('are all stored from fifty concurrent calls', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signUp(app(), 'editor')))
    const { say, send, list } = discussion(app(), await article())
    const [ada] = people
    if (!ada) throw new Error('Ada is missing')
    const first = await say(ada, { body: 'First' })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const as = people[index % people.length] ?? ada
        if (index % 10 === 9) return send(as, 'POST', `/${first.id}/${index % 20 === 19 ? 'resolve' : 'reopen'}`)
        return say(as, { body: `${index}`, thread: first.id, mentions: people.map(({ mention }) => mention) })
      }),
    )
    const all = await list(ada, '?limit=100')
    expect(new Set(all.slice(1).map(({ body }) => body)).size).toBe(45)
    // A thread is resolved as a whole.
    expect(new Set(all.map(({ resolvedAt }) => resolvedAt)).size).toBe(1)
    expect(all.slice(1).every(({ mentions }) => mentions.length === 3)).toBe(true)
  })

  it('have no author if the system writes them; the system reads all', async () => {
    const ada = await signUp(app(), 'editor')
    const { id } = await asSystem(app()).create({ title: 'System' })
    await discussion(app(), `${ARTICLES}/${id}`).say(ada, { field: 'fee' })
    const system = app().app.local.asSystem().collections.articles
    expect((await system.comments(id)).docs).toMatchObject([{ field: 'fee' }])
    await expect(system.comment(id, { body: 'Anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' })
    const { docs } = await system.comments(id)
    expect(await system.deleteComment(id, must(docs[0], 'the comment').id)).toMatchObject({ deleted: true })
  })
})
