import { docOf, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { bearer, codeOf, MINUTE, setup, signUp, time, tokenOf } from './studio.ts'

const NOTHING = '01890000-0000-7000-8000-000000000000'

onEachDatabase('preview', setup, (app) => {
  const make = async (collection: string, data: object) =>
    String((await app().local.asSystem().collection(collection).create(data)).id)
  const mint = (path: string, as: object = {}) => app().request('POST', `/api/preview/${path}/token`, as)
  const look = (path: string, token: string) => app().request('GET', `/api/preview/${path}`, bearer(token))
  const revoke = (token: unknown, as: object = {}) =>
    app().request('POST', '/api/preview/token/revoke', { body: { token }, ...as })

  it('a token shows only its own document', async () => {
    const editor = await signUp(app())
    const page = `collections/pages/${await make('pages', { title: 'Secret', salary: 5 })}`
    const other = `collections/pages/${await make('pages', { title: 'Other' })}`
    const minted = await mint(page, editor)
    expect(minted.status).toBe(201)
    expect(minted.body).toEqual({
      token: expect.stringMatching(/^qp_[\w-]{43}$/) as unknown,
      expiresAt: new Date(time.now + 15 * MINUTE).toISOString(),
    })
    const token = tokenOf(minted)
    const shown = await look(page, token)
    expect([shown.status, docOf(shown)]).toMatchObject([200, { title: 'Secret', revision: 1 }])
    expect(docOf(shown)).not.toHaveProperty('salary')
    expect(shown.headers.get('cache-control')).toContain('no-store')
    for (const path of [other, 'globals/site', `collections/own/${page.slice(-36)}`, `collections/pages/${NOTHING}`]) {
      expect([path, ...codeOf(await look(path, token))]).toEqual([path, 401, 'invalid_token'])
    }
    for (const [method, path] of [
      ['GET', `/api/${page}`],
      ['GET', '/api/collections/open'],
      ['PATCH', `/api/${page}`],
      ['GET', '/api/auth/me'],
      ['POST', `/api/preview/${page}/token`],
      ['POST', '/api/preview/token/revoke'],
    ] as const) {
      const body = method === 'PATCH' ? { title: 'x' } : path.endsWith('revoke') ? { token } : undefined
      const answer = await app().request(method, path, { ...bearer(token), body })
      expect([path, ...codeOf(answer)]).toEqual([path, 401, 'invalid_token'])
    }
  })

  it('a token of a global shows only that global', async () => {
    const editor = await signUp(app())
    await app().local.asSystem().global('site').update({ name: 'Studio' })
    const page = `collections/pages/${await make('pages', { title: 'A' })}`
    const token = tokenOf(await mint('globals/site', editor))
    expect(docOf(await look('globals/site', token))).toMatchObject({ id: 'site', name: 'Studio' })
    expect(codeOf(await look(page, token))).toEqual([401, 'invalid_token'])
  })

  it('accepts the parameters of a read that shape the response, and no others', async () => {
    const boss = await signUp(app(), { boss: true })
    const next = await make('pages', { title: 'Next' })
    const id = await make('pages', { title: 'Hello', salary: 5, next })
    await app().local.asSystem().collection('pages').update(id, { title: 'Hallo' }, { locale: 'de' })
    const token = tokenOf(await mint(`collections/pages/${id}`, boss))
    const shown = async (query: string) => docOf(await look(`collections/pages/${id}?${query}`, token))
    expect(await shown('locale=de')).toMatchObject({ title: 'Hallo', salary: 5, next })
    // The public reads no pages.
    expect(await shown('depth=1')).toMatchObject({ title: 'Hello', next })
    expect(await shown(`select=${encodeURIComponent('{"title":true}')}`)).toEqual({ id, title: 'Hello' })
    for (const query of ['trash=true', 'draft=true', 'token=x', 'limit=1']) {
      expect(codeOf(await look(`collections/pages/${id}?${query}`, token))).toEqual([400, 'invalid_query'])
    }
  })

  it('no other credential opens a preview', async () => {
    const editor = await signUp(app())
    const page = `/api/preview/collections/pages/${await make('pages', { title: 'A' })}`
    expect(codeOf(await app().request('GET', page, editor))).toEqual([401, 'invalid_token'])
    expect(codeOf(await app().request('GET', page))).toEqual([401, 'unauthenticated'])
    const cookie = `service_session=${editor.headers.authorization.slice('Session '.length)}`
    expect(codeOf(await app().request('GET', page, { headers: { cookie } }))).toEqual([401, 'unauthenticated'])
    for (const token of ['qk_abc', 'qp_abc', 'x'.repeat(5000)]) {
      expect(codeOf(await app().request('GET', page, bearer(token)))).toEqual([401, 'invalid_token'])
    }
  })

  it('is created only by readers of the document', async () => {
    const id = await make('pages', { title: 'A' })
    const reader = await signUp(app(), { role: 'reader' })
    const editor = await signUp(app())
    expect(codeOf(await mint(`collections/pages/${id}`))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await mint(`collections/pages/${id}`, reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await mint('globals/site', reader))).toEqual([403, 'forbidden'])
    expect(codeOf(await mint(`collections/pages/${NOTHING}`, editor))).toEqual([404, 'not_found'])
    const own = await make('own', { owner: editor.id })
    expect((await mint(`collections/own/${own}`, editor)).status).toBe(201)
    expect(codeOf(await mint(`collections/own/${own}`, reader))).toEqual([404, 'not_found'])
    // Even if reads are public, a token needs a signed-in creator.
    const open = await make('open', { name: 'A' })
    expect(codeOf(await mint(`collections/open/${open}`))).toEqual([401, 'unauthenticated'])
    expect((await mint(`collections/open/${open}`, reader)).status).toBe(201)
    const can = async (slug: string, one: string, as: object = {}) =>
      (await app().request('POST', `/api/access/collections/${slug}`, { ...as, body: { id: one } })).body.operations
        .preview
    expect([await can('pages', id, editor), await can('pages', id, reader)]).toEqual([true, false])
    expect([await can('open', open, reader), await can('open', open)]).toEqual([true, false])
  })

  it('ends when it expires or is revoked, and only once', async () => {
    const editor = await signUp(app())
    const own = `collections/own/${await make('own', { owner: editor.id })}`
    const short = tokenOf(await mint(own, editor))
    time.now += MINUTE - 1
    expect((await look(own, short)).status).toBe(200)
    time.now += 1
    expect(codeOf(await look(own, short))).toEqual([401, 'invalid_token'])
    expect(codeOf(await revoke(short))).toEqual([404, 'not_found'])
    const token = tokenOf(await mint(own, editor))
    const kept = tokenOf(await mint(own, editor))
    const revoked = await revoke(token)
    expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }])
    expect(codeOf(await look(own, token))).toEqual([401, 'invalid_token'])
    expect((await look(own, kept)).status).toBe(200)
    expect(codeOf(await revoke(token))).toEqual([404, 'not_found'])
    expect(codeOf(await revoke('nonsense', editor))).toEqual([404, 'not_found'])
    expect(codeOf(await revoke(7))).toEqual([422, 'validation'])
    time.now += 1
    await app().app.runJobs()
    const { records } = app().app.storage.reader
    expect(await records.count('preview-tokens', { makerId: editor.id })).toBe(1)
  })

  it('ends when its creator loses the right, the document or the account', async () => {
    const system = app().local.asSystem()
    const editor = await signUp(app())
    const id = await make('pages', { title: 'A' })
    const token = tokenOf(await mint(`collections/pages/${id}`, editor))
    await system.collection('users').update(editor.id, { role: 'reader' })
    expect(codeOf(await look(`collections/pages/${id}`, token))).toEqual([401, 'invalid_token'])
    // A token has its creator's current rights, so it gets them back, too.
    await system.collection('users').update(editor.id, { role: 'editor' })
    expect((await look(`collections/pages/${id}`, token)).status).toBe(200)
    const own = await make('own', { owner: editor.id })
    const tokenOfOwn = tokenOf(await mint(`collections/own/${own}`, editor))
    await system.collection('own').update(own, { owner: 'somebody' })
    expect(codeOf(await look(`collections/own/${own}`, tokenOfOwn))).toEqual([401, 'invalid_token'])
    // A trashed document is not found; a permanent deletion removes the tokens.
    await system.collection('pages').delete(id)
    expect(codeOf(await look(`collections/pages/${id}`, token))).toEqual([404, 'not_found'])
    await system.collections['pages']?.['restoreDeleted']?.(id)
    expect((await look(`collections/pages/${id}`, token)).status).toBe(200)
    await system.collection('own').delete(own)
    const { records } = app().app.storage.reader
    expect(await records.count('preview-tokens', { documentId: own })).toBe(0)
    await system.collection('users').delete(editor.id)
    expect(codeOf(await look(`collections/pages/${id}`, token))).toEqual([401, 'invalid_token'])
    expect(await records.count('preview-tokens', { makerId: editor.id })).toBe(0)
  })

  it('is stored as a hash', async () => {
    const editor = await signUp(app())
    const token = tokenOf(await mint('globals/site', editor))
    const rows = await app().app.storage.reader.records.find('preview-tokens', { makerId: editor.id })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token.slice(3))
  })

  it('works in process as well', async () => {
    const editor = await signUp(app())
    const { local } = app().app
    const id = await make('pages', { title: 'A' })
    const as = local.as({ id: editor.id, collection: 'users', role: 'editor' })
    const { token } = await as.collections.pages.previewToken(id)
    expect(await local.collections.pages.preview(id, token, { select: { title: true } })).toEqual({ id, title: 'A' })
    await expect(local.globals.site.preview(token)).rejects.toMatchObject({ code: 'invalid_token' })
    expect(await local.account.revokePreviewToken({ token })).toEqual({ revoked: true })
    await expect(local.collections.pages.preview(id, token)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(local.asSystem().collections.pages.previewToken(id)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
