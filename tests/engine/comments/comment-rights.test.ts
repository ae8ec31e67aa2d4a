import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { ARTICLES, asSystem, desk, discussion, NOTHING, outcome, type Person, signUp } from './desk.ts'

const setup = { config: desk, jobs: false, mailer: { send: async () => undefined } }

/** Each of these calls on a document: path and body. */
const CALLS = [
  ['GET', ''],
  ['GET', '/mentionable'],
  ['POST', '', { body: 'Text' }],
  ['PATCH', '/{comment}', { body: 'Other' }],
  ['POST', '/{comment}/resolve'],
  ['POST', '/{comment}/reopen'],
  ['DELETE', '/{comment}'],
] as const

onEachDatabase('the right to comment', setup, (app) => {
  /** Results of all `CALLS` on a comment of another user. */
  async function answers(as: Person | null, path: string, comment: string) {
    const { send } = discussion(app(), path)
    const results: string[] = []
    for (const [method, below, body] of CALLS) {
      const [status, code] = outcome(await send(as, method, below.replace('{comment}', comment), body))
      results.push(code ?? String(status))
    }
    return results
  }
  const each = (answer: string) => CALLS.map(() => answer)
  const ALLOWED = ['200', '200', '201', 'forbidden', '200', '200', 'forbidden']

  it('belongs to signed-in users who may read the draft of the document', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const reader = await signUp(app(), 'reader')
    const make = async (data: object) => `${ARTICLES}/${(await asSystem(app()).create(data)).id}`
    const own = await make({ title: 'Own', author: author.id })
    const other = await make({ title: 'Other' })
    const { id: live } = await asSystem(app()).create({ title: 'Live' })
    await asSystem(app()).publish(live)
    const missing = `${ARTICLES}/${NOTHING}`
    const comments: Record<string, string> = { [missing]: NOTHING }
    for (const path of [own, other, `${ARTICLES}/${live}`])
      comments[path] = (await discussion(app(), path).say(editor, {})).id
    const ask = (as: Person | null, path: string) => answers(as, path, comments[path] ?? '')

    expect(await ask(author, own)).toEqual(ALLOWED)
    // A rule that returns a query decides for each document; others don't exist.
    expect(await ask(author, other)).toEqual(each('not_found'))
    expect(await ask(author, missing)).toEqual(each('not_found'))
    // The live document is readable, but not its comments.
    expect(await ask(author, `${ARTICLES}/${live}`)).toEqual(each('forbidden'))
    for (const path of [own, other, missing]) {
      expect(await ask(reader, path)).toEqual(each('forbidden'))
      expect(await ask(null, path)).toEqual(each('unauthenticated'))
    }
    expect(await ask(editor, missing)).toEqual(each('not_found'))
    expect(await discussion(app(), other).list(editor)).toMatchObject([{ body: 'Text', resolvedAt: null }])
  })

  it('belongs to users who may change the document, in collections without drafts', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const reader = await signUp(app(), 'reader')
    const { id } = await asSystem(app(), 'notes').create({ text: 'Note', author: author.id })
    const path = `/api/collections/notes/${id}`
    const comment = (await discussion(app(), path).say(editor, {})).id
    expect(await answers(author, path, comment)).toEqual(ALLOWED)
    expect(await answers(reader, path, comment)).toEqual(each('forbidden'))
    expect(await answers(null, path, comment)).toEqual(each('unauthenticated'))
  })

  it('is never granted to anonymous callers, even if they may read and update', async () => {
    const { id } = await asSystem(app(), 'walls').create({ text: 'Wall' })
    expect(await answers(null, `/api/collections/walls/${id}`, NOTHING)).toEqual(each('unauthenticated'))
    const reader = await signUp(app(), 'reader')
    expect((await discussion(app(), `/api/collections/walls/${id}`).say(reader, {})).author).toEqual(reader.mention)
  })

  it('is part of the capabilities', async () => {
    const author = await signUp(app(), 'author')
    const own = await asSystem(app()).create({ title: 'Own', author: author.id })
    const other = await asSystem(app()).create({ title: 'Other' })
    const may = async (id: string, headers?: Person['headers']) => {
      const asked = { ...(headers && { headers }), body: { id } }
      const { body } = await app().request('POST', '/api/access/collections/articles', asked)
      return body.operations?.comment
    }
    expect([await may(own.id, author.headers), await may(other.id, author.headers)]).toEqual([true, false])
    const wall = await asSystem(app(), 'walls').create({ text: 'Wall' })
    const { body } = await app().request('POST', '/api/access/collections/walls', { body: { id: wall.id } })
    expect([body.operations.update, body.operations.comment]).toEqual([true, false])
  })

  it('excludes reading, answering, counting and changing comments on unreadable fields', async () => {
    const editor = await signUp(app(), 'editor')
    const author = await signUp(app(), 'author')
    const { id } = await asSystem(app()).create({ title: 'Closed', author: author.id })
    const path = `${ARTICLES}/${id}`
    const { say, send, list } = discussion(app(), path)
    const shown = await say(editor, { body: 'Shown', field: 'title' })
    for (const field of ['fee', 'contract', 'seo.note']) {
      const hidden = await say(editor, { body: `Hidden ${field}`, field })
      const page = await send(author, 'GET', '')
      expect([page.body.docs, page.body.pagination.totalDocs]).toEqual([[shown], 1])
      expect(page.text).not.toContain('Hidden')
      for (const [method, below, body] of [
        ['PATCH', `/${hidden.id}`, { body: 'x' }],
        ['POST', `/${hidden.id}/resolve`],
        ['POST', `/${hidden.id}/reopen`],
        ['DELETE', `/${hidden.id}`],
      ] as const)
        expect(outcome(await send(author, method, below, body))).toEqual([404, 'not_found'])
      for (const body of [
        { body: 'x', field },
        { body: 'x', thread: hidden.id },
      ])
        expect(outcome(await send(author, 'POST', '', body))).toEqual([422, 'validation'])
      // Nor does a mention reveal it to another user.
      const mention = await send(editor, 'POST', '', { body: 'x', field, mentions: [author.mention] })
      expect([mention.status, mention.body.error.issues]).toMatchObject([
        422,
        [{ code: 'not_found', path: 'mentions.0' }],
      ])
    }
    // A rule that reads the document gets this one.
    await asSystem(app()).update(id, { title: 'Open' })
    expect((await list(author)).map(({ field }) => field)).toEqual(['title', 'contract'])
  })

  it('permits mentions of users who may read the comment, and finds no others', async () => {
    const editor = await signUp(app(), 'editor', 'Edith')
    const author = await signUp(app(), 'author', 'Arthur')
    const stranger = await signUp(app(), 'author', 'Arno')
    const reader = await signUp(app(), 'reader', 'Rita')
    const ghost = await signUp(app(), 'ghost', 'Gus')
    const { id } = await asSystem(app()).create({ title: 'Own', author: author.id })
    const { send, say } = discussion(app(), `${ARTICLES}/${id}`)
    expect((await say(author, { mentions: [editor.mention, author.mention] })).mentions).toHaveLength(2)
    const wrong = [
      stranger.mention,
      reader.mention,
      ghost.mention,
      { collection: 'users', id: NOTHING },
      { collection: 'users', id: 'x' },
      { collection: 'articles', id },
      { collection: 'constructor', id },
    ]
    const answer = await send(author, 'POST', '', { body: 'x', mentions: [editor.mention, ...wrong] })
    expect(answer.status).toBe(422)
    // All get the same message.
    const { issues } = answer.body.error
    expect(issues).toMatchObject(wrong.map((_, index) => ({ code: 'not_found', path: `mentions.${index + 1}` })))
    expect(new Set((issues as { message: string }[]).map(({ message }) => message)).size).toBe(1)

    const names = async (as: Person, query = '') =>
      ((await send(as, 'GET', `/mentionable${query}`)).body.users as { name: string }[])
        .map(({ name }) => name)
        .toSorted()
    expect(await names(author)).toEqual(['Arthur', 'Edith'])
    expect(await names(author, '?named=ar')).toEqual(['Arthur'])
    expect(await names(author, `?named=${editor.email}`)).toEqual(['Edith'])
    expect(await names(author, '?named=Gus')).toEqual([])
    // The end of an address finds no user, because many users share it.
    expect(await names(author, `?named=${editor.email.split('.').at(-1)}`)).toEqual([])
    expect(outcome(await send(author, 'GET', `/mentionable?named=${'x'.repeat(201)}`))).toEqual([400, 'invalid_query'])
    // A user in the trash is not found.
    await asSystem(app(), 'users').delete(editor.id)
    expect(await names(author)).toEqual(['Arthur'])
    expect(outcome(await send(author, 'POST', '', { body: 'x', mentions: [editor.mention] }))).toEqual([
      422,
      'validation',
    ])
  })

  it('finds them after any number of others', async () => {
    const editor = await signUp(app(), 'editor', 'Nora Editor')
    const users = app().local.asSystem().users('users')
    const password = 'correct horse'
    for (let at = 0; at < 60; at += 1) {
      const data = { email: `nora${at}@example.com`, name: `Nora ${at}`, role: 'reader' }
      await users.createUser({ data, password })
    }
    const { id } = await asSystem(app()).create({ title: 'Crowded' })
    const { send } = discussion(app(), `${ARTICLES}/${id}`)
    for (const query of ['', '?named=nora']) {
      const { body } = await send(editor, 'GET', `/mentionable${query}`)
      expect(body.users).toContainEqual(expect.objectContaining({ id: editor.id, name: 'Nora Editor' }))
    }
  })

  it('is granted to no caller if comments are off', async () => {
    const editor = await signUp(app(), 'editor')
    const { id } = await asSystem(app(), 'plain').create({ text: 'Plain' })
    const { send } = discussion(app(), `/api/collections/plain/${id}`)
    for (const [method, below, body] of CALLS)
      expect((await send(editor, method, below.replace('{comment}', NOTHING), body)).status).toBe(404)
  })
})
