import { createHash } from 'node:crypto'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { actors, form, gallery, PDF, PNG, storedKeys, removeFolder } from './gallery.ts'

afterAll(removeFolder)

onEachDatabase('uploading', { config: gallery, actors }, (app) => {
  const post = (body: FormData, as?: string, collection = 'media') =>
    app().request('POST', `/api/collections/${collection}`, { as, body })

  it('stores the file and describes it', async () => {
    const answer = await post(form(PNG, 'Möwe über Köln 🐦.png', { alt: 'A gull' }), 'eve')
    expect(answer.status).toBe(201)
    const doc = docOf(answer)
    expect(doc).toMatchObject({
      filename: 'Möwe über Köln 🐦.png',
      mimeType: 'image/png',
      filesize: PNG.length,
      hash: createHash('sha256').update(PNG).digest('hex'),
      alt: 'A gull',
      revision: 1,
    })
    expect(doc['objectKey']).toMatch(/^[0-9a-f]{32}\.png$/)
    expect(doc['url']).toBe(`/api/uploads/media/${String(doc['objectKey'])}`)
    expect(answer.headers.get('location')).toBe(`/api/collections/media/${doc.id}`)
    const read = await app().request('GET', String(doc['url']))
    expect(read.status).toBe(200)
    expect(read.bytes.equals(PNG)).toBe(true)
    expect(await storedKeys()).toContain(doc['objectKey'])
  })

  it('accepts the data after the file, and as a file part', async () => {
    const body = new FormData()
    body.set('file', new Blob([PNG]), 'a.png')
    body.set('data', new Blob(['{"alt":"last"}'], { type: 'application/json' }))
    expect(docOf(await post(body, 'eve'))).toMatchObject({ alt: 'last', filename: 'a.png' })
  })

  it('creates nothing for a refused upload', async () => {
    const before = await storedKeys()
    expect((await post(form(PNG, 'a.png', { alt: 'x'.repeat(51) }), 'eve')).status).toBe(422)
    expect((await post(form(PNG, 'a.png', '{"alt":'), 'eve')).body.error.code).toBe('invalid_json')
    expect((await post(form(PNG, 'a.png', { filename: 'b.png' }), 'eve')).body.error.issues).toMatchObject([
      { code: 'read_only', path: 'data.filename' },
    ])
    await expect.poll(storedKeys).toEqual(before)
    expect((await app().request('GET', '/api/collections/media/count')).body).toEqual({ count: 0 })
  })

  it('checks the caller before it reads', async () => {
    expect((await post(form(PNG, 'a.png'))).body.error.code).toBe('unauthenticated')
    expect((await post(form(PNG, 'a.png'), 'bob')).body.error.code).toBe('forbidden')
  })

  it('replaces the file and removes the previous one', async () => {
    const first = docOf(await post(form(PNG, 'a.png', { alt: 'kept' }), 'eve'))
    const path = `/api/collections/media/${first.id}`
    const stale = await app().request('PATCH', path, {
      as: 'eve',
      body: form(PDF, 'b.pdf'),
      headers: { 'if-match': '7' },
    })
    expect(stale.body.error.code).toBe('revision_conflict')
    const second = docOf(await app().request('PATCH', path, { as: 'eve', body: form(PDF, 'b.pdf', { code: 'n1' }) }))
    expect(second).toMatchObject({
      id: first.id,
      revision: 2,
      mimeType: 'application/pdf',
      filename: 'b.pdf',
      alt: 'kept',
      code: 'n1',
    })
    expect((await app().request('GET', String(first['url']))).status).toBe(404)
    expect((await app().request('GET', String(second['url']))).bytes.equals(PDF)).toBe(true)
    await expect.poll(storedKeys).not.toContain(first['objectKey'])
    expect(await storedKeys()).toContain(second['objectKey'])
    const plain = docOf(await app().request('PATCH', path, { as: 'eve', body: { alt: 'new' } }))
    expect(plain).toMatchObject({ revision: 3, objectKey: second['objectKey'] })
    const fieldsOnly = docOf(await app().request('PATCH', path, { as: 'eve', body: form(null, '', { alt: 'newer' }) }))
    expect(fieldsOnly).toMatchObject({ revision: 4, alt: 'newer', objectKey: second['objectKey'] })
  })

  it('keeps the file in the trash, and removes it with the document', async () => {
    const doc = docOf(await post(form(PNG, 'a.png'), 'eve'))
    const path = `/api/collections/media/${doc.id}`
    await app().request('DELETE', path, { as: 'eve' })
    expect((await app().request('GET', String(doc['url']), { as: 'eve' })).status).toBe(404)
    expect((await app().request('GET', `${String(doc['url'])}?trash=true`, { as: 'eve' })).bytes.equals(PNG)).toBe(true)
    expect((await app().request('GET', `${String(doc['url'])}?trash=true`)).status).toBe(401)
    await app().request('POST', `${path}/restore-deleted`, { as: 'eve' })
    expect((await app().request('GET', String(doc['url']))).status).toBe(200)
    await app().request('DELETE', path, { as: 'eve' })
    expect((await app().request('DELETE', `${path}/permanent`, { as: 'eve' })).status).toBe(200)
    await expect.poll(storedKeys).not.toContain(doc['objectKey'])
  })

  it('gives a duplicate its own objects', async () => {
    const doc = docOf(await post(form(PNG, 'a.png', { code: 'c' }), 'eve'))
    const path = `/api/collections/media/${doc.id}`
    const refused = await app().request('POST', `${path}/duplicate`, { as: 'eve', body: { objectKey: 'x' } })
    expect(refused.body.error.issues).toMatchObject([{ code: 'read_only', path: 'objectKey' }])
    const copy = docOf(await app().request('POST', `${path}/duplicate`, { as: 'eve' }))
    expect(copy).toMatchObject({ filename: 'a.png', hash: doc['hash'], code: 'c-copy' })
    expect(copy['objectKey']).not.toBe(doc['objectKey'])
    await app().request('DELETE', path, { as: 'eve' })
    await app().request('DELETE', `${path}/permanent`, { as: 'eve' })
    await expect.poll(storedKeys).not.toContain(doc['objectKey'])
    expect((await app().request('GET', String(copy['url']))).bytes.equals(PNG)).toBe(true)
  })

  it('works in process, with every form of file', async () => {
    const media = app().app.local.asSystem().collections.media as unknown as Record<
      string,
      (...args: unknown[]) => Promise<Record<string, unknown>>
    >
    const made = await media['create']?.({ file: { name: 'a.png', content: PNG }, alt: 'in process' })
    expect(made).toMatchObject({ filename: 'a.png', alt: 'in process', mimeType: 'image/png' })
    const updated = await media['update']?.(made?.['id'], { file: new File([PDF], 'b.pdf') })
    expect(updated).toMatchObject({ filename: 'b.pdf', mimeType: 'application/pdf' })
    const content = (await media['readFile']?.(updated?.['objectKey'])) as unknown as {
      open(): Promise<AsyncIterable<Uint8Array>>
    }
    expect(Buffer.concat(await Array.fromAsync(await content.open())).equals(PDF)).toBe(true)
  })

  it('reports only the failed parts', async () => {
    const answer = await post(form(null, '', { alt: 'no file' }), 'eve')
    expect(answer.status).toBe(422)
    expect(answer.body.error.issues).toMatchObject([{ code: 'required', path: 'file' }])
  })
})

describe('invalid uploads', () => {
  onEachDatabase('refusals', { config: gallery, actors, matrix: 'validation' }, (app) => {
    const post = (body: FormData | string, headers?: Record<string, string>) =>
      app().request('POST', '/api/collections/media', { as: 'eve', body, headers })

    it('must be a form', async () => {
      expect((await post('{}')).body.error.code).toBe('unsupported_media_type')
      expect((await app().request('POST', '/api/collections/media', { as: 'eve' })).status).toBe(415)
      const broken = await post('--x\r\nnonsense', { 'content-type': 'multipart/form-data; boundary=x' })
      expect(broken.status).toBe(400)
      expect(broken.body.error.code).toBe('invalid_request')
      const unbound = await post('--x', { 'content-type': 'multipart/form-data' })
      expect(unbound.body.error.code).toBe('invalid_request')
    })

    it('have only known parts, each once', async () => {
      const extra = form(PNG, 'a.png')
      extra.set('more', 'x')
      expect((await post(extra)).body.error.issues).toMatchObject([{ code: 'unknown_field', path: 'more' }])
      const twice = form(PNG, 'a.png')
      twice.append('file', new Blob([PNG]), 'b.png')
      expect((await post(twice)).body.error.issues).toMatchObject([{ code: 'type', path: 'file' }])
      const text = new FormData()
      text.set('file', 'not a file')
      expect((await post(text)).body.error.issues).toMatchObject([{ code: 'type', path: 'file' }])
    })

    it('are limited', async () => {
      const large = await post(form(Buffer.alloc(100 * 1024 + 1, 'a'), 'a.txt'))
      expect(large.status).toBe(413)
      expect(large.body.error.code).toBe('payload_too_large')
      expect((await post(form(Buffer.alloc(100 * 1024, 'a'), 'a.txt'))).status).toBe(201)
      const huge = await post(form(Buffer.alloc(3 * 1024 * 1024, 'a'), 'a.txt'))
      expect(huge.status).toBe(413)
      const data = await post(form(PNG, 'a.png', { alt: 'x'.repeat(1024 * 1024) }))
      expect(data.status).toBe(413)
    })

    it.each([
      ['a.png', PDF, 'format'],
      ['a.jpg', PNG, 'format'],
      ['a.txt', '<!doctype html><script>1</script>', 'format'],
      ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'format'],
      ['a.png', 'plain text', 'format'],
      ['a.pdf', Buffer.from([0, 1, 2, 3]), 'format'],
    ])('need a matching file name: %s', async (name, content, code) => {
      const answer = await post(form(content, name))
      expect(answer.status).toBe(422)
      expect(answer.body.error.issues).toMatchObject([{ code, path: 'file' }])
    })

    it.each([
      ['a.svg', '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      ['a.html', '<!doctype html><p>x', 'text/html'],
      ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
      ['a.csv', 'a,b\n1,2', 'text/csv'],
      ['a.md', '# Title', 'text/markdown'],
      ['a.json', '{}', 'application/json'],
      ['README', 'text', 'text/plain'],
      ['a.unknown', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
      ['photo', PNG, 'image/png'],
      ['empty.txt', '', 'text/plain'],
    ])('are typed by their content: %s', async (name, content, mimeType) => {
      expect(docOf(await post(form(content, name)))).toMatchObject({ mimeType, filename: name })
    })

    it('must have a type of the collection', async () => {
      const answer = await app().request('POST', '/api/collections/papers', { body: form(PNG, 'a.png') })
      expect(answer.status).toBe(422)
      expect(answer.body.error.issues).toMatchObject([{ code: 'option', path: 'file' }])
      expect((await app().request('POST', '/api/collections/papers', { body: form('x', 'a.txt') })).status).toBe(201)
    })

    it('get a shortened name without folders', async () => {
      expect(docOf(await post(form(PNG, `${'é'.repeat(400)}.png`)))['filename']).toBe(`${'é'.repeat(251)}.png`)
      expect(docOf(await post(form(PNG, '..\\..\\evil\u202e.png')))['filename']).toBe('evil.png')
    })
  })
})
