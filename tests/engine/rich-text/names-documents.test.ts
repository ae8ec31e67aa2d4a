import { docOf, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { afterAll, expect, it } from 'vitest'
import { form, PNG } from '../../http/uploads/gallery.ts'
import { actors, doc, embedded, library, linked, type Named, paragraph, picture, removeFolder } from './library.ts'

afterAll(removeFolder)

const NOBODY = '01890000-0000-7000-8000-000000000000'

const issuesOf = ({ body }: TestResponse) =>
  ((body as { error?: { issues?: { code: string; path: string }[] } }).error?.issues ?? []).map(
    ({ code, path }) => `${code} ${path}`,
  )

onEachDatabase('references in rich texts', { config: library, actors }, (app) => {
  const at = (slug: string, id = '') => `/api/collections/${slug}${id === '' ? '' : `/${id}`}`
  const send = (slug: string, body: object, as?: 'eve') => app().request('POST', at(slug), { body, ...(as && { as }) })
  const make = async (slug: string, body: object, as?: 'eve') => docOf(await send(slug, body, as))
  const named = async (slug: string, body: object = { title: 'Named' }, as?: 'eve'): Promise<Named> => ({
    relationTo: slug,
    value: (await make(slug, body, as))['id'],
  })
  const upload = async () => docOf(await app().request('POST', at('media'), { body: form(PNG, 'a.png') }))
  const read = async (path: string, as?: 'eve') => docOf(await app().request('GET', path, { ...(as && { as }) }))
  const referencesTo = async ({ relationTo, value }: Named) => {
    const { body } = await app().request('GET', `${at(relationTo, value)}/references`)
    return (body as { docs: { slug: string; id: string; field: string }[] }).docs.map(
      ({ slug, id, field }) => `${slug} ${id} ${field}`,
    )
  }
  const attrsOf = (document: Record<string, unknown>, field = 'body') =>
    (document[field] as { content: { attrs: Record<string, unknown> }[] }).content.map(({ attrs }) => attrs)

  it('are found as references, wherever they are', { tags: ['release'] }, async () => {
    const media = await upload()
    const file = { relationTo: 'media', value: media['id'] }
    const post = await named('posts')
    const { id } = await make('posts', {
      body: doc(picture(file), paragraph(linked(post)), embedded(post)),
      translated: doc(paragraph({ type: 'documentInline', attrs: post })),
    })
    const row = await make('narrow', { rows: [{ text: doc(embedded(file)) }] })
    expect(await referencesTo(post)).toEqual([`posts ${id} body`, `posts ${id} translated`])
    expect(await referencesTo(file)).toEqual([`posts ${id} body`, `narrow ${row['id']} rows.text`])
    await app().request('PATCH', at('posts', id), { body: { body: doc(paragraph()) } })
    expect(await referencesTo(file)).toEqual([`narrow ${row['id']} rows.text`])
  })

  it('must exist and be readable for the writer', async () => {
    const post = await named('posts')
    const paper = await named('papers', { title: 'Secret' }, 'eve')
    const user = { relationTo: 'users', value: NOBODY }
    const trashed = await named('posts')
    await app().request('DELETE', at('posts', trashed.value))
    const body = doc(
      paragraph(linked(post), linked({ relationTo: 'nope', value: 'zzz' }, 'x')),
      embedded({ relationTo: 'posts', value: NOBODY }),
      embedded(paper),
      embedded(user),
      embedded(trashed),
    )
    const wrong = [
      'not_found body.content.0.content.1.marks.0.attrs.value',
      'not_found body.content.1.attrs.value',
      'not_found body.content.2.attrs.value',
      'not_found body.content.3.attrs.value',
      'not_found body.content.4.attrs.value',
    ]
    const refused = await send('posts', { body })
    expect(refused.status).toBe(422)
    expect(issuesOf(refused).toSorted()).toEqual(wrong)
    // Missing and unreadable documents get the same answer.
    const messages = (refused.body as { error: { issues: { message: string }[] } }).error.issues
    expect(new Set(messages.map(({ message }) => message)).size).toBe(1)
    expect(issuesOf(await send('posts', { body }, 'eve')).toSorted()).toEqual(wrong.toSpliced(2, 1))
    expect(await referencesTo(post)).toEqual([])
  })

  it('are not checked again once they are stored', async () => {
    const paper = await named('papers', { title: 'Secret' }, 'eve')
    const { id } = await make('posts', { body: doc(embedded(paper)) }, 'eve')
    const body = doc(embedded(paper), paragraph())
    expect((await app().request('PATCH', at('posts', id), { body: { body } })).status).toBe(200)
    expect(issuesOf(await send('posts', { body }))).toEqual(['not_found body.content.0.attrs.value'])
  })

  it.each([
    ['neither', picture({ alt: 'x' }), 'format body.content.0.attrs.src'],
    ['one of the pair', picture({ relationTo: 'media' }), 'format body.content.0.attrs.value'],
    ['the other of the pair', picture({ src: '/a.png', value: NOBODY }), 'format body.content.0.attrs.relationTo'],
    ['no address', paragraph(linked({ title: 'x' })), 'format body.content.0.content.0.marks.0.attrs.href'],
    ['no document', embedded({ view: 'card' }), 'format body.content.0.attrs.value'],
    ['something unknown', embedded({ relationTo: 'posts', value: NOBODY, doc: {} }), 'format body.content.0.attrs.doc'],
  ])('are refused with %s', async (_, node, issue) => {
    expect(issuesOf(await send('posts', { body: doc(node) }))).toEqual([issue])
  })

  it('are allowed only for the collections, nodes and marks of the field', async () => {
    const media = { relationTo: 'media', value: (await upload())['id'] }
    const post = await named('posts')
    expect((await send('narrow', { body: doc(paragraph({ type: 'text', text: 'x' }), embedded(post)) })).status).toBe(
      201,
    )
    expect(issuesOf(await send('narrow', { body: doc(embedded(media)) }))).toEqual([
      'not_found body.content.0.attrs.value',
    ])
    expect(issuesOf(await send('narrow', { body: doc(picture(media)) }))).toEqual(['format body.content.0.type'])
    expect(issuesOf(await send('narrow', { body: doc(paragraph(linked(post))) }))).toEqual([
      'format body.content.0.content.0.marks.1.type',
    ])
  })

  it('are at most 1,000', async () => {
    const post = await named('posts')
    const many = (count: number) => doc(...Array.from({ length: count }, () => embedded(post)))
    expect((await send('posts', { body: many(1000) })).status).toBe(201)
    expect(issuesOf(await send('posts', { body: many(1001) }))).toEqual(['max body'])
  })

  it('return the current URL of pictures', async () => {
    const media = await upload()
    const file = { relationTo: 'media', value: media['id'] }
    const thumb = (of: Record<string, unknown>) => (of['sizes'] as { thumb: { url: string } }).thumb.url
    const body = doc(picture({ ...file, alt: 'A gull' }), picture({ ...file, size: 'thumb' }))
    const { id } = await make('cleared', { body })
    await app().request('POST', `${at('cleared', id)}/publish`)
    const paths = [at('cleared', id), `${at('cleared', id)}?draft=false`, `${at('cleared', id)}?select={"body":true}`]
    const sources = async (path: string) => attrsOf(await read(path)).map(({ src }) => src)
    for (const path of paths) expect(await sources(path)).toEqual([media['url'], thumb(media)])
    const tag = async () => (await app().request('GET', paths[0] ?? '')).headers.get('etag')
    const before = await tag()
    // The file is replaced: all copies show the new one, and validators of the old answer no longer match.
    const other = docOf(
      await app().request('PATCH', at('media', file.value), { body: form(Buffer.concat([PNG, PNG]), 'b.png') }),
    )
    expect(other['url']).not.toBe(media['url'])
    for (const path of paths) expect(await sources(path)).toEqual([other['url'], thumb(other)])
    expect(await tag()).not.toBe(before)
    const version = docOf(await app().request('GET', `${at('cleared', id)}/versions/1`))
    expect(attrsOf(version['data'] as Record<string, unknown>).map(({ src }) => src)).toEqual([
      other['url'],
      thumb(other),
    ])
    const { bytes } = await app().request('GET', String(other['url']))
    expect(bytes).toHaveLength(PNG.length * 2)
  })

  it('reveal nothing about pictures that the reader may not read', async () => {
    const paper = await named('papers', { title: 'Secret' }, 'eve')
    const media = await upload()
    const { id } = await make('posts', { body: doc(picture({ relationTo: 'media', value: media['id'] })) })
    await app().request('DELETE', at('media', media['id']))
    expect(attrsOf(await read(at('posts', id)))).toEqual([{ relationTo: 'media', value: media['id'], src: null }])
    // A document without a file can't be an image.
    expect(issuesOf(await send('posts', { body: doc(picture(paper)) }, 'eve'))).toEqual([
      'format body.content.0.attrs.value',
    ])
  })

  it('refuse a computed URL of a picture', async () => {
    const { id, url } = await upload()
    const file = { relationTo: 'media', value: id }
    expect((await send('posts', { body: doc(picture({ ...file, src: url })) })).status).toBe(201)
    expect(issuesOf(await send('posts', { body: doc(picture({ ...file, src: '/other.png' })) }))).toEqual([
      'read_only body.content.0.attrs.src',
    ])
    expect(issuesOf(await send('posts', { body: doc(picture({ ...file, size: 'nope' })) }))).toEqual([
      'option body.content.0.attrs.size',
    ])
    // Another user replaces the file while the text is open: the text can still be saved.
    const post = await make('posts', { body: doc(picture(file)) })
    const known = (await read(at('posts', post['id'])))['body']
    await app().request('PATCH', at('media', id), { body: form(Buffer.concat([PNG, PNG]), 'b.png') })
    const saved = await app().request('PATCH', at('posts', post['id']), { body: { body: known } })
    expect(saved.status).toBe(200)
    expect(attrsOf(docOf(saved))[0]?.['src']).toBe((await read(at('media', id)))['url'])
    expect((await send('posts', { body: doc(picture({ src: 'https://example.com/a.png' })) })).status).toBe(201)
  })

  it('are populated on request, if the caller may read them', async () => {
    const post = await named('posts', { title: 'Other' })
    const paper = await named('papers', { title: 'Secret' }, 'eve')
    const body = doc(paragraph(linked(post)), embedded(paper), embedded(post))
    const { id } = await make('posts', { body }, 'eve')
    const path = at('posts', id)
    const populated = (query: string, as?: 'eve') => read(`${path}?populate=${encodeURIComponent(query)}`, as)
    for (const nothing of [path, `${path}?depth=2`])
      expect(JSON.stringify(await read(nothing))).not.toContain('"doc":{')
    const whole = JSON.stringify(await populated('{"body":true}'))
    expect(whole.split('"title":"Other"')).toHaveLength(3)
    expect(whole).not.toContain('Secret')
    expect(JSON.stringify(await populated('{"body":true}', 'eve'))).toContain('Secret')
    const some = await populated('{"body":{"posts":{"select":{"title":true}}}}', 'eve')
    expect(attrsOf(some)[2]?.['doc']).toEqual({ id: post.value, title: 'Other' })
    expect(JSON.stringify(some)).not.toContain('Secret')
    const wrong = await app().request('GET', `${path}?populate=${encodeURIComponent('{"body":{"nope":true}}')}`)
    expect(issuesOf(wrong)).toEqual(['unknown_field populate.body.nope'])
  })

  it('restrict the deletion of a document', async () => {
    const post = await named('posts')
    await make('strict', { body: doc(paragraph(linked(post))) })
    const refused = await app().request('DELETE', at('posts', post.value))
    expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([409, 'referenced'])
  })

  it('are cleared when a document is deleted, in both copies', async () => {
    const { id: file } = await upload()
    const post = await named('posts')
    const quote = { type: 'blockquote', content: [picture({ relationTo: 'media', value: file })] }
    const { id } = await make('cleared', { body: doc(paragraph(linked(post)), quote) })
    await app().request('POST', `${at('cleared', id)}/publish`)
    await app().request('DELETE', at('media', file))
    const cleared = doc(paragraph(linked(post)), { type: 'blockquote', content: [{ type: 'paragraph' }] })
    for (const draft of [true, false])
      expect((await read(`${at('cleared', id)}?draft=${draft}`))['body']).toEqual(cleared)
    await app().request('DELETE', at('posts', post.value))
    await app().request('DELETE', `${at('posts', post.value)}/permanent`)
    const body = (await read(at('cleared', id)))['body'] as ReturnType<typeof doc>
    expect(body.content[0]).toEqual(paragraph({ type: 'text', text: 'a link', marks: [{ type: 'bold' }] }))
  })

  it('are published only if the targets exist and are locked against deletion; the publisher need not read them', async () => {
    const post = await named('posts')
    const paper = await named('papers', { title: 'Secret' }, 'eve')
    const { id } = await make('held', { body: doc(embedded(post), embedded(paper)) }, 'eve')
    const publish = () => app().request('POST', `${at('held', id)}/publish`)
    const restore = (slug: string, which: string) => app().request('POST', `${at(slug, which)}/restore-deleted`)
    // References of a trashed document prevent nothing; after it is restored, its reference dangles.
    expect((await app().request('DELETE', at('posts', post.value))).status).toBe(409)
    expect((await app().request('DELETE', at('held', id))).status).toBe(200)
    expect((await app().request('DELETE', at('posts', post.value))).status).toBe(200)
    expect((await restore('held', id)).status).toBe(200)
    const refused = await publish()
    expect([refused.status, issuesOf(refused)]).toEqual([422, ['not_found body.content.0.attrs.value']])
    expect((await app().request('GET', `${at('held', id)}?draft=false`)).status).toBe(404)
    expect((await app().request('PATCH', at('held', id), { body: { body: doc(embedded(post)) } })).status).toBe(200)
    expect(issuesOf(await publish())).toEqual(['not_found body.content.0.attrs.value'])
    expect((await restore('posts', post.value)).status).toBe(200)
    expect(docOf(await publish())).toMatchObject({ _status: 'published' })
    const unread = await make('held', { body: doc(embedded(paper)) }, 'eve')
    expect((await app().request('POST', `${at('held', unread['id'])}/publish`)).status).toBe(200)
  })
})
