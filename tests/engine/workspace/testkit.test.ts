import { docOf, must, onEachDatabase, type Scenario, scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { describe, expect, it, test } from 'vitest'

const config = defineConfig({
  collections: { notes: collection({ fields: { text: f.text() }, access: { read: () => true } }) },
})

describe('a scenario without an expectation is an error with its name', () => {
  const silent: Readonly<Record<string, Pick<Scenario, 'answers' | 'never' | 'leaves' | 'counts'>>> = {
    'a status alone': { answers: { status: 200 } },
    'headers alone': { answers: { status: 200, headers: { etag: '"1"' } } },
    'any document': { answers: { status: 200, doc: {} } },
    'any body': { answers: { status: 200, body: {} } },
    'nothing absent, left or counted': { answers: { status: 200 }, never: [], leaves: {}, counts: {} },
    'invalid values without their issues': { answers: { status: 422, code: 'validation' } },
    'an invalid query without its issues': { answers: { status: 400, code: 'invalid_query' }, never: ['x'] },
  }

  test.each(Object.entries(silent))('%s', (name, stated) => {
    const rows = [{ name, call: 'GET /api/collections/notes', ...stated }]
    expect(() => scenarios('a table', { config }, rows)).toThrow(`"${name}"`)
  })
})

onEachDatabase('test helpers require that something exists', { config, matrix: 'validation' }, (app) => {
  it('a collection, a global, users and their methods', async () => {
    const { local } = app()
    expect(() => local.collection('nope')).toThrow('There is no collection "nope"')
    expect(() => local.global('nope')).toThrow('There is no global "nope"')
    expect(() => local.users('nope')).toThrow('There is no collection with users "nope"')
    expect(() => local.collection('notes').copyLocale).toThrow('The collection "notes" has no method "copyLocale"')
    expect(await local.collection('notes').count()).toEqual({ count: 0 })
  })

  it('a document in a response', async () => {
    const { id } = (await app().local.asSystem().collection('notes').create({ text: 'x' })) as { id: string }
    expect(docOf(await app().request('GET', `/api/collections/notes/${id}`))).toMatchObject({ text: 'x' })
    const list = await app().request('GET', '/api/collections/notes')
    expect(() => docOf(list)).toThrow('There is no document in the answer, which is 200')
  })

  it('any value', () => {
    for (const value of [0, '', false]) expect(must(value, 'value')).toBe(value)
    for (const nothing of [null, undefined]) expect(() => must(nothing, 'row')).toThrow('There is no row.')
  })
})
