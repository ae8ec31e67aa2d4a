import { docOf, onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { doc, paragraph } from './library.ts'
import { actors, magazine } from './magazine.ts'

type Values = Record<string, unknown>

const issuesOf = ({ body }: TestResponse) =>
  ((body as { error?: { issues?: { code: string; path: string }[] } }).error?.issues ?? []).map(
    ({ code, path }) => `${code} ${path}`,
  )

const block = (blockType: string, data?: Values, id?: string) => ({
  type: 'block',
  attrs: { blockType, ...(data && { data }), ...(id !== undefined && { id }) },
})
const quote = (data: Values, id?: string) => block('quote', data, id)

const blocksOf = (document: Values, field = 'body') =>
  (document[field] as { content: { type: string; attrs: { id: string; blockType: string; data: Values } }[] }).content
    .filter(({ type }) => type === 'block')
    .map(({ attrs }) => attrs)

onEachDatabase('blocks in rich texts', { config: magazine, actors }, (app) => {
  const STORIES = '/api/collections/stories'
  const send = (body: object, query = '', as?: 'eve') =>
    app().request('POST', STORIES + query, { body, ...(as && { as }) })
  const make = async (body: object, query = '', as?: 'eve') => docOf(await send(body, query, as))
  const change = (id: unknown, body: object, query = '', as?: 'eve') =>
    app().request('PATCH', `${STORIES}/${String(id)}${query}`, { body, ...(as && { as }) })
  const read = async (id: unknown, query = '', as?: 'eve') =>
    docOf(await app().request('GET', `${STORIES}/${String(id)}${query}`, { ...(as && { as }) }))
  const person = async (name: string) =>
    docOf(await app().request('POST', '/api/collections/people', { body: { name } }))['id']
  const referencesTo = async (id: string) => {
    const { body } = await app().request('GET', `/api/collections/people/${id}/references`)
    return (body as { docs: { field: string }[] }).docs.map(({ field }) => field)
  }

  it('have ids, defaults, empty and computed values, and no hidden ones', async () => {
    const { id, body } = await make({ body: doc(paragraph(), quote({ text: 'Hello', lines: [{ line: 'a' }] })) })
    const [made] = blocksOf({ body })
    expect(made).toEqual({
      id: expect.stringMatching(/./),
      blockType: 'quote',
      data: {
        text: 'Hello',
        by: null,
        note: null,
        tone: 'plain',
        lines: [{ id: expect.stringMatching(/./), line: 'a' }],
        shout: 'HEY',
        count: null,
        likes: 0,
      },
    })
    expect(blocksOf(await read(id))).toEqual([made])
    expect(blocksOf(await read(id, '', 'eve'))[0]?.data).toHaveProperty('price', null)
  })

  it.each([
    ['an unknown type', block('nope'), 'option body.content.0.attrs.blockType'],
    ['no type', { type: 'block', attrs: { data: {} } }, 'required body.content.0.attrs.blockType'],
    ['no attributes', { type: 'block' }, 'required body.content.0.attrs.blockType'],
    ['nothing that is required', block('quote'), 'required body.content.0.attrs.data.text'],
    ['a value that is too long', quote({ text: 'x'.repeat(21) }), 'max_length body.content.0.attrs.data.text'],
    ['an unknown field', quote({ text: 'a', nope: 1 }), 'unknown_field body.content.0.attrs.data.nope'],
    ['a hidden field', quote({ text: 'a', secret: 'x' }), 'unknown_field body.content.0.attrs.data.secret'],
    ['a computed field', quote({ text: 'a', shout: 'x' }), 'read_only body.content.0.attrs.data.shout'],
    ['a field that is not theirs', quote({ text: 'a', price: 1 }), 'forbidden body.content.0.attrs.data.price'],
    ['a wrong id', quote({ text: 'a' }, 'no id!'), 'format body.content.0.attrs.id'],
    ['no object', { type: 'block', attrs: { blockType: 'quote', data: 3 } }, 'type body.content.0.attrs.data'],
    ['another attribute', { type: 'block', attrs: { blockType: 'quote', x: 1 } }, 'format body.content.0.attrs.x'],
    ['content', { ...quote({ text: 'a' }), content: [paragraph()] }, 'format body.content.0'],
    [
      'a reference to a missing document',
      quote({ text: 'a', by: '01890000-0000-7000-8000-000000000000' }),
      'not_found body.content.0.attrs.data.by',
    ],
    [
      'something wrong inside',
      { type: 'blockquote', content: [block('callout', { inner: doc(quote({ text: '' })) })] },
      'required body.content.0.content.0.attrs.data.inner.content.0.attrs.data.text',
    ],
  ])('are refused with %s', async (_, node, issue) => {
    const refused = await send({ body: doc(node) })
    expect([refused.status, issuesOf(refused)]).toEqual([422, [issue]])
  })

  it('are allowed only in fields that configure them, each id once, and at most 100', async () => {
    expect(issuesOf(await send({ plain: doc(quote({ text: 'a' })) }))).toEqual(['format plain.content.0.type'])
    expect((await send({ narrow: doc(quote({ text: 'a' })) })).status).toBe(201)
    expect(issuesOf(await send({ body: doc(quote({ text: 'a' }, 'x'), quote({ text: 'b' }, 'x')) }))).toEqual([
      'unique body.content.1.attrs.id',
    ])
    const many = (count: number) => doc(...Array.from({ length: count }, () => quote({ text: 'a' })))
    expect((await send({ body: many(100) })).status).toBe(201)
    expect(issuesOf(await send({ body: many(101) }))).toEqual(['max body'])
  })

  it('count towards the limit of references in a text', async () => {
    const id = await person('Ada')
    const named = (count: number) =>
      doc(
        block('callout', { people: Array.from({ length: count }, () => id) }),
        block('callout', { inner: doc(quote({ text: 'a', by: id })) }),
      )
    expect((await send({ body: named(999) })).status).toBe(201)
    expect(issuesOf(await send({ body: named(1000) }))).toEqual(['max body'])
  })

  it('keep values that are not sent, unwritable values, and other languages', async () => {
    const { id, body } = await make({ body: doc(quote({ text: 'One', note: 'hello', price: 3 })) }, '', 'eve')
    const [{ id: own } = { id: '' }] = blocksOf({ body })
    const inGerman = await change(
      id,
      { body: doc(paragraph(), quote({ text: 'One', note: 'hallo' }, own)) },
      '?locale=de',
    )
    expect(blocksOf(docOf(inGerman))[0]?.data['note']).toBe('hallo')
    expect(blocksOf(await read(id))[0]?.data['note']).toBe('hello')
    // Without an `id`, it is another block.
    const all = blocksOf(await read(id, '?locale=all', 'eve'))[0]
    expect(all).toMatchObject({ id: own, data: { text: 'One', note: { en: 'hello', de: 'hallo' }, price: 3 } })
    await change(id, { body: doc(quote({ tone: 'loud' }, own), quote({ text: 'New' })) })
    const [first, second] = blocksOf(await read(id, '?locale=all', 'eve'))
    expect(first).toMatchObject({
      id: own,
      data: { text: 'One', tone: 'loud', note: { en: 'hello', de: 'hallo' }, price: 3 },
    })
    expect(second?.data).toMatchObject({ text: 'New', tone: 'plain', note: {}, price: null })
    const stored = await app().local.asSystem().collection('stories').findOne(id)
    expect(JSON.stringify(stored)).toContain('hush')
  })

  it('are localized with their text', async () => {
    const { id } = await make({ translated: doc(quote({ text: 'One', note: 'plain' })) })
    await change(id, { translated: doc(quote({ text: 'Eins', note: 'schlicht' })) }, '?locale=de')
    const { translated } = await read(id, '?locale=all')
    const { en, de } = translated as Record<string, Values>
    expect([blocksOf({ body: en })[0]?.data['note'], blocksOf({ body: de })[0]?.data['note']]).toEqual([
      'plain',
      'schlicht',
    ])
    const copied = await app().request('POST', `${STORIES}/${id}/copy-locale`, {
      body: { from: 'en', to: 'de' },
    })
    expect(copied.status).toBe(200)
    expect(blocksOf(await read(id, '?locale=de'), 'translated')[0]?.data['text']).toBe('One')
  })

  it('run field hooks, and merge with stored values', async () => {
    const { id, body } = await make({ body: doc(quote({ text: 'One', count: 2, likes: 1 })) })
    const [{ id: own, data } = { id: '', data: {} }] = blocksOf({ body })
    expect(data).toMatchObject({ count: 4 })
    const changed = await change(id, { body: doc(quote({ likes: { increment: 2 } }, own)) })
    expect(blocksOf(docOf(changed))[0]?.data).toMatchObject({ likes: 3, count: 4 })
  })

  it('have references, which are found, populated and cleared', async () => {
    const ada = await person('Ada')
    const eve = await person('Eve')
    const inner = doc(quote({ text: 'In', by: eve }))
    const { id } = await make({ body: doc(quote({ text: 'Out', by: ada }), block('callout', { inner })) })
    expect([await referencesTo(ada), await referencesTo(eve)]).toEqual([
      ['body.quote.by'],
      ['body.callout.inner.quote.by'],
    ])
    const populated = await read(id, `?populate=${encodeURIComponent('{"body.quote.by":{"select":{"name":true}}}')}`)
    expect(blocksOf(populated)[0]?.data['by']).toEqual({ id: ada, name: 'Ada' })
    const deep = JSON.stringify(await read(id, '?depth=1'))
    expect([deep.includes('"name":"Ada"'), deep.includes('"name":"Eve"')]).toEqual([true, true])
    await app().request('POST', `${STORIES}/${id}/publish`)
    await app().request('DELETE', `/api/collections/people/${eve}`)
    for (const draft of [true, false]) {
      const text = JSON.stringify(await read(id, `?draft=${draft}`))
      expect([text.includes(ada), text.includes(eve)]).toEqual([true, false])
    }
  })

  it('are found by full-text search, but not by filters', async () => {
    const { id } = await make({ title: 'Plain', body: doc(quote({ text: 'Wonderful', price: 3 })) }, '', 'eve')
    const found = await app().request('GET', `${STORIES}?search=wonderful`)
    expect((found.body as { docs: { id: string }[] }).docs.map((one) => one.id)).toEqual([id])
    for (const path of ['body.quote.price', 'body.content.0.attrs.data.price', 'body.content'])
      expect(
        issuesOf(await app().request('GET', `${STORIES}?where=${encodeURIComponent(`{"${path}":{"exists":true}}`)}`)),
      ).toEqual([`unknown_field where.${path}`])
  })

  it('are restored with a version and copied with a document', async () => {
    const { id, body } = await make({ body: doc(quote({ text: 'First', note: 'en', price: 1 })) }, '', 'eve')
    const [{ id: own } = { id: '' }] = blocksOf({ body })
    await change(id, { body: doc(quote({ text: 'Second', price: 2 }, own)) }, '', 'eve')
    const restored = await app().request('POST', `${STORIES}/${id}/restore/1`)
    expect(restored.status).toBe(200)
    // Content that the restoring user may not write stays.
    expect(blocksOf(await read(id, '', 'eve'))[0]?.data).toMatchObject({ text: 'First', note: 'en', price: 2 })
    const copy = docOf(await app().request('POST', `${STORIES}/${id}/duplicate`))
    expect(blocksOf(await read(copy['id'], '', 'eve'))[0]?.data).toMatchObject({ text: 'First', price: null })
  })
})
