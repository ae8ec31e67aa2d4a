import { onEachDatabase, type TestResponse } from '@quirecms/testkit'
import { describe, expect, it } from 'vitest'
import { actors, hashOf, kiosk } from './kiosk.ts'

const API = '/api/collections'

onEachDatabase('ETags', { config: kiosk, actors, matrix: 'validation' }, (app) => {
  const request = (method: string, path: string, body?: object, headers?: Record<string, string>, as?: string) =>
    app().request(method, path, { body, headers, as })

  async function make(collection: string, data: object = { title: 'One' }): Promise<string> {
    const { body } = await request('POST', `${API}/${collection}`, data)
    return `${API}/${collection}/${(body as { doc: { id: string } }).doc.id}`
  }

  const tagOf = ({ headers }: TestResponse) => headers.get('etag')

  describe('of documents', () => {
    it.each([
      ['plain', ''],
      ['plain', '?depth=0'],
      ['translated', ''],
      ['kept', ''],
    ])('%s%s: the revision', async (collection, query) => {
      const path = await make(collection)
      expect(tagOf(await request('GET', path + query))).toBe('"1"')
      expect(tagOf(await request('PATCH', path + query, { title: 'Two' }))).toBe('"2"')
    })

    it.each([
      ['plain', '?select={"title":true}'],
      ['plain', '?depth=1'],
      ['plain', '?populate={"author":true}'],
      ['joined', ''],
      ['computed', ''],
      ['hooked', ''],
      ['field-hooked', ''],
      ['ruled', ''],
      ['translated', '?locale=de'],
      ['translated', '?locale=all'],
      ['translated', '?fallback-locale=false'],
      ['kept-with-secrets', ''],
    ])('%s%s: the revision and a hash of the response', async (collection, query) => {
      const path = (await make(collection)) + encodeURI(query)
      const read = await request('GET', path)
      expect(tagOf(read)).toBe(`"1-${hashOf(read.text)}"`)
      const title = query.includes('locale=all') ? { en: 'Two' } : 'Two'
      const changed = await request('PATCH', path, { title })
      expect(tagOf(changed)).toBe(`"2-${hashOf(changed.text)}"`)
    })

    it('change with populated documents, although the revision stays', async () => {
      const author = await make('authors', { name: 'Ada' })
      const path = `${await make('plain', { author: author.split('/').at(-1) })}?depth=1`
      const before = await request('GET', path)
      await request('PATCH', author, { name: 'Ada Lovelace' })
      const after = await request('GET', path, undefined, { 'if-none-match': tagOf(before) ?? '' })
      expect([after.status, after.body.doc.author.name]).toEqual([200, 'Ada Lovelace'])
    })

    it('change with joined documents', async () => {
      const path = await make('joined')
      const before = await request('GET', path)
      await make('pointing', { to: path.split('/').at(-1) })
      const after = await request('GET', path, undefined, { 'if-none-match': tagOf(before) ?? '' })
      expect([after.status, after.body.doc.revision, after.body.doc.joins.totalDocs]).toEqual([200, 1, 1])
    })

    it('differ for readers who may read more', async () => {
      const path = await make('ruled', { title: 'One', salary: 7 })
      const [nobody, editor] = [await request('GET', path), await request('GET', path, undefined, {}, 'editor')]
      expect(editor.body.doc).toHaveProperty('salary', 7)
      expect(nobody.body.doc).not.toHaveProperty('salary')
      expect(tagOf(editor)).not.toBe(tagOf(nobody))
    })

    it('exist for globals too', async () => {
      expect(tagOf(await request('GET', '/api/globals/settings'))).toBe('"1"')
      const part = await request('GET', '/api/globals/settings?select={}')
      expect(tagOf(part)).toBe(`"1-${hashOf(part.text)}"`)
    })
  })

  describe('of everything else', () => {
    it('are absent on lists, unless caches may store them', async () => {
      await make('plain')
      await make('kept')
      expect(tagOf(await request('GET', `${API}/plain`))).toBeNull()
      const kept = await request('GET', `${API}/kept`)
      expect(tagOf(kept)).toBe(`"${hashOf(kept.text)}"`)
      await make('kept')
      expect(tagOf(await request('GET', `${API}/kept`))).not.toBe(tagOf(kept))
    })

    it.each([`${API}/plain/count`, '/api/schema', '/api/openapi.json', '/api/docs'])('%s: a hash', async (path) => {
      const answer = await request('GET', path)
      expect(tagOf(answer)).toBe(`"${hashOf(answer.text)}"`)
    })

    it.each(['/healthz', '/readyz', '/none', `${API}/plain?nope=1`])('%s has none', async (path) => {
      expect(tagOf(await request('GET', path))).toBeNull()
    })

    it('are absent on write responses without a document', async () => {
      expect(tagOf(await request('DELETE', await make('plain')))).toBeNull()
      expect(tagOf(await request('POST', '/api/access/collections/plain', {}))).toBeNull()
    })
  })

  describe('in If-Match', () => {
    it.each(['1', '"1"', '"1-0000000000000000"', '"1-gzip"', '"1-a_B-9"'])('%s is revision 1', async (tag) => {
      const path = await make('plain')
      expect((await request('PATCH', path, { title: 'Two' }, { 'if-match': tag })).status).toBe(200)
      const late = await request('PATCH', path, { title: 'Three' }, { 'if-match': tag })
      expect([late.status, late.body.error.code]).toEqual([409, 'revision_conflict'])
    })

    it('is accepted as it was returned', async () => {
      const path = await make('computed')
      const tag = tagOf(await request('GET', path)) ?? ''
      expect((await request('DELETE', path, undefined, { 'if-match': tag })).status).toBe(200)
    })

    it.each(['1-abc', '"1-"', '"-abc"', '"1-a b"', '"1-ä"', `"1-${'a'.repeat(65)}"`, '"abc"', 'W/"1-abc"', '"01-a"'])(
      '%s is 400',
      async (tag) => {
        const path = await make('plain')
        const answer = await request('PATCH', path, { title: 'Two' }, { 'if-match': tag })
        expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_if_match'])
        expect((await request('GET', path)).body.doc.title).toBe('One')
      },
    )
  })
})
